import { expect, test } from 'vitest';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { customSignals, pressureSignals } from './custom-signals.ts';
import { loadDefaults } from '#load/options.ts';

const defined = (share?: 'cpu' | 'memory' | 'none') =>
  customSignals(
    {
      own: {
        unit: 'ratio',
        denominator: 'none',
        join: 'node',
        duplicates: 'max',
        threshold: 0.8,
        least: 0,
        ...(share === undefined ? {} : { share }),
      },
    },
    loadDefaults,
    annotationsDefaults,
  )[0]!;

test('nobody knows what of a signal leaves with a pod, unless its definition says so', () => {
  expect([defined(), defined('none'), defined('cpu'), defined('memory')].map(({ share }) => share)).toEqual([
    undefined,
    undefined,
    'cpu',
    'memory',
  ]);
});

test('of stalls nobody knows it', () => {
  const stalls = pressureSignals(0.5, loadDefaults, annotationsDefaults);
  expect(stalls.map(({ name, share }) => [name, share])).toEqual([
    ['psi-cpu', undefined],
    ['psi-memory', undefined],
    ['psi-io', undefined],
  ]);
});
