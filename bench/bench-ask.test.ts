import { expect, test } from 'vitest';
import { type BenchAsk, benchAsk } from './bench-ask.ts';

const known = {
  names: ['replay', 'soak'],
  optionsOf: (names: readonly string[]) =>
    Promise.resolve(
      names.includes('replay') ? ({ data: { type: 'string' }, renew: { type: 'boolean' } } as const) : {},
    ),
};

const wrong = (complaint: string): BenchAsk => ({ kind: 'wrong', complaint });

const cases: readonly { readonly typed: string; readonly want: BenchAsk }[] = [
  { typed: '--help', want: { kind: 'help' } },
  { typed: 'replay -h', want: { kind: 'help' } },
  { typed: '--check', want: { kind: 'check' } },
  { typed: 'replay soak', want: { kind: 'run', suites: ['replay', 'soak'], options: {} } },
  {
    typed: 'replay --data d --renew',
    want: { kind: 'run', suites: ['replay'], options: { data: 'd', renew: true } },
  },
  { typed: '', want: wrong('no suite is named') },
  { typed: 'replai', want: wrong('no suite is named replai') },
  { typed: '--fast', want: wrong("Unknown option '--fast'") },
  { typed: 'soak --data d', want: wrong("Unknown option '--data'") },
  { typed: 'replay --data', want: wrong("Option '--data <value>' argument missing") },
  { typed: 'replay --data --renew', want: wrong("Option '--data' argument is ambiguous") },
];

for (const { typed, want } of cases) {
  test(`\`bench ${typed}\` is understood`, async () => {
    expect(await benchAsk(typed.split(' ').filter(Boolean), known)).toEqual(want);
  });
}
