import { expect, test } from 'vitest';
import { readConfig } from '#app/config/read-config.ts';
import type { Config } from '#app/config/schema.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { inventedSource, type InventedSource } from '#test/support/invented-source.ts';
import { SourcesInForce } from './sources-in-force.ts';

function configured(flags: Readonly<Record<string, string>>): Config {
  const reading = readConfig({ environment: {}, flags: new Map(Object.entries(flags)) });
  if (reading.kind === 'bad') throw new AggregateError(reading.faults);
  return reading.config;
}

test('a change of configuration opens the sources anew and closes the earlier ones, once a pass asks', () => {
  const opened: InventedSource[] = [];
  let config = configured({});
  const sources = new SourcesInForce(
    () => config,
    ({ load, annotations }) => {
      const source = inventedSource();
      opened.push(source);
      return { source, signals: builtInSignals(load, annotations), sampleEveryMs: 60_000 };
    },
    'not-asked',
  );
  const before = sources.options();
  expect(sources.options()).toBe(before);
  config = configured({ 'cpu-threshold': '0.6', 'scrape-interval': '10s', 'annotation-prefix': 'other.' });
  expect(sources.source).toBe(opened[0]); // whoever reads now goes on
  const after = sources.options();
  expect(after).toMatchObject({ intervalMs: 10_000, lines: { options: { thresholds: { cpu: 0.6 } } } });
  expect([after.lines.prefix, after.annotations.prefix]).toEqual(['metrics.', 'metrics.']); // fixed at the start
  expect(opened.map((source) => source.isClosed())).toEqual([true, false]);
  expect(sources.source).toBe(opened[1]);
});
