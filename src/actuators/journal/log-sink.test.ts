import { expect, test } from 'vitest';
import type { JournalEntry, Telling } from '#ports/journal.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { journal } from './journal.ts';
import { logSink, type LogOptions } from './log-sink.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** What stands in the log after these tellings, line by line. */
function logged(tellings: readonly Telling[], options?: LogOptions): unknown[] {
  let text = '';
  const sink = logSink({ write: (chunk) => void (text += chunk) }, options);
  const clock = new VirtualClock(at);
  const told = journal({ clock, sinks: [sink], sinkFailed: (_, cause) => expect.fail(String(cause)) }, 'boot-a');
  for (const telling of tellings) told.record(telling);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const subject: JournalEntry['subject'] = { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web-1' };
const stamp = { time: '2026-01-02T03:04:05.678Z', boot: 'boot-a', seq: 1 };

const cases: { name: string; telling: Telling; want: object }[] = [
  {
    name: 'a line says level, time, kind, place and the first reason',
    telling: { kind: 'started', reasons: ['Plimsoll started.'] },
    want: { ...stamp, level: 'info', kind: 'started', msg: 'Plimsoll started.' },
  },
  {
    name: 'subject and facts stay structured',
    telling: { kind: 'config-taken', subject, reasons: ['Taken.'], facts: { version: 4, live: true } },
    want: { ...stamp, level: 'info', kind: 'config-taken', subject, facts: { version: 4, live: true }, msg: 'Taken.' },
  },
  {
    name: 'no reason is lost',
    telling: { kind: 'config-refused', reasons: ['Refused.', 'Line 3: unknown key.', 'The old one stays.'] },
    want: {
      ...stamp,
      level: 'error',
      kind: 'config-refused',
      further: ['Line 3: unknown key.', 'The old one stays.'],
      msg: 'Refused.',
    },
  },
  {
    name: 'without a reason the kind speaks',
    telling: { kind: 'stopping', reasons: [] },
    want: { ...stamp, level: 'info', kind: 'stopping', msg: 'stopping' },
  },
  {
    name: 'percent signs and line breaks are text',
    telling: { kind: 'started', reasons: ['100% %s %%\n{"level":"fatal"}'] },
    want: { ...stamp, level: 'info', kind: 'started', msg: '100% %s %%\n{"level":"fatal"}' },
  },
  {
    name: 'secrets are not written',
    telling: { kind: 'config-refused', reasons: ['http://a:b@host refused us.'], facts: { bearerToken: 'abc' } },
    want: {
      ...stamp,
      level: 'error',
      kind: 'config-refused',
      facts: { bearerToken: '[redacted]' },
      msg: 'http://[redacted]@host refused us.',
    },
  },
];
for (const c of cases) {
  test(c.name, () => {
    expect(logged([c.telling])).toEqual([c.want]);
  });
}

test('one line an entry, in order', () => {
  const lines = logged(['a', 'b', 'c'].map((reason) => ({ kind: 'started', reasons: [reason] })));
  expect(lines).toMatchObject([
    { msg: 'a', seq: 1 },
    { msg: 'b', seq: 2 },
    { msg: 'c', seq: 3 },
  ]);
});

test('below the chosen level nothing is written', () => {
  expect(logged([{ kind: 'started', reasons: ['a'] }], { level: 'warn' })).toEqual([]);
});
