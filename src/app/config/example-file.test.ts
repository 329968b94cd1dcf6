import { expect, test } from 'vitest';
import { exampleFile } from '#app/config/example-file.ts';
import { leaves } from '#app/config/leaves.ts';
import { type ConfigReading, readConfig } from '#app/config/read-config.ts';

function read(text?: string): ConfigReading {
  const file = text === undefined ? undefined : { name: 'example.yaml', text };
  return readConfig({ file, environment: {}, flags: new Map() });
}

test('the example is taken without a complaint and is exactly the defaults', () => {
  const [example, defaults] = [read(exampleFile()), read()];
  if (example.kind === 'bad' || defaults.kind === 'bad') throw new Error(JSON.stringify([example, defaults]));
  expect(example.config).toEqual(defaults.config);
});

/** A token and a password are not both sent. */
const excluded = 'tokenFile';
const optional = new Set(
  leaves.filter(({ fallback, key }) => fallback === undefined && key !== excluded).map(({ key }) => key),
);

test('the example, with what it leaves out written in, names every option', () => {
  const whole = read(withExamples(exampleFile()));
  if (whole.kind === 'bad') throw new AggregateError(whole.faults);
  expect(whole.settings.filter(({ origin }) => origin.kind !== 'file').map(({ leaf }) => leaf.key)).toEqual([excluded]);
  expect(whole.settings).toHaveLength(leaves.length);
});

/** With every line that stands there as an example made one that counts. */
function withExamples(text: string): string {
  return text.replaceAll(/^( *)# ([a-z][A-Za-z]*: )/gm, (line: string, indent: string, key: string) =>
    optional.has(key.slice(0, -2)) ? `${indent}${key}` : line,
  );
}
