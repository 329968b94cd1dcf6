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

test('the example, with what it leaves out written in, names every option', () => {
  const whole = read(exampleFile().replace('# url: ', 'url: '));
  if (whole.kind === 'bad') throw new AggregateError(whole.faults);
  expect(whole.settings.filter(({ origin }) => origin.kind !== 'file')).toEqual([]);
  expect(whole.settings).toHaveLength(leaves.length);
});
