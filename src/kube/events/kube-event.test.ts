import { describe, expect, test } from 'vitest';
import type { EventDraft } from './event-draft.ts';
import { eventName } from './event-name.ts';
import { eventOf } from './kube-event.ts';
import { seriesKey } from './series-key.ts';

const draft: EventDraft = {
  type: 'Warning',
  reason: 'Kept',
  action: 'Keeping',
  note: 'Its budget is spent.',
  regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'team', name: 'web', uid: 'u' },
  reportingController: 'plimsoll.dev/rescheduler',
  reportingInstance: 'plimsoll-0',
  at: Date.UTC(2030, 0, 1, 12, 0, 0, 7),
};
const bytes = (text: string): number => Buffer.byteLength(text);

test('an Event says what the draft says', () => {
  expect(eventOf(draft, 'ab')).toEqual({
    metadata: { namespace: 'team', name: 'web.ab' },
    eventTime: '2030-01-01T12:00:00.007000Z',
    type: 'Warning',
    reason: 'Kept',
    action: 'Keeping',
    note: 'Its budget is spent.',
    regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'team', name: 'web', uid: 'u' },
    reportingController: 'plimsoll.dev/rescheduler',
    reportingInstance: 'plimsoll-0',
  });
});

test('an Event of an object without a namespace is in `default`', () => {
  const node = { apiVersion: 'v1', kind: 'Node', name: 'n' };
  expect(eventOf({ ...draft, regarding: node }, 'ab').metadata.namespace).toBe('default');
});

test('what is too long is cut, in bytes, between characters', () => {
  const long = '🚢'.repeat(400);
  const event = eventOf({ ...draft, note: long, reason: long, action: long, reportingInstance: long }, 'ab');
  expect(bytes(event.note)).toBe(1023);
  for (const word of [event.reason, event.action, event.reportingInstance]) expect(bytes(word)).toBe(127);
  expect(event.note.endsWith('🚢…')).toBe(true);
  expect(eventOf({ ...draft, note: 'x'.repeat(1024) }, 'ab').note).toBe('x'.repeat(1024));
});

describe('a name', () => {
  const cases = [
    { name: 'web', want: 'web.ab' },
    { name: 'web.example.com', want: 'web.example.com.ab' },
    { name: 'system:node:N_1', want: 'system-node-n-1.ab' },
    { name: '-..a-.b', want: 'a.b.ab' },
    { name: '', want: 'ab' },
    { name: 'x'.repeat(400), want: `${'x'.repeat(250)}.ab` },
    { name: `${'x'.repeat(249)}-y`, want: `${'x'.repeat(249)}.ab` },
  ];
  for (const { name, want } of cases) {
    test(`of ${name.slice(0, 20)} is a DNS name`, () => {
      expect(eventName(name, 'ab')).toBe(want);
      expect(want.length).toBeLessThanOrEqual(253);
    });
  }
});

describe('notes', () => {
  const same: readonly (readonly [string, string])[] = [
    ['Load 0.91 is above 0.80.', 'Load 0.93 is above 0.80.'],
    ['12 pods wait.', '7 pods wait.'],
    ['It uses 300m and 2Gi, 95%.', 'It uses 450m and 3Gi, 9%.'],
    ['It took 1,200 ms (5s).', 'It took 1,900 ms (6s).'],
  ];
  for (const [one, other] of same) {
    test(`“${one}” and “${other}” say the same`, () => {
      expect(seriesKey({ ...draft, note: one })).toBe(seriesKey({ ...draft, note: other }));
    });
  }

  const different: readonly (readonly [string, string])[] = [
    ['Moved to node-7.', 'Moved to node-8.'],
    ['Moved to worker1.', 'Moved to worker2.'],
    ['Moved to 10.0.0.7.', 'Moved to 10.0.0.8.'],
    ['Moved to ip-10-0-0-7.', 'Moved to ip-10-0-0-8.'],
    ['Moved to gke-a-7f.', 'Moved to gke-a-8f.'],
  ];
  for (const [one, other] of different) {
    test(`“${one}” and “${other}” do not`, () => {
      expect(seriesKey({ ...draft, note: one })).not.toBe(seriesKey({ ...draft, note: other }));
    });
  }
});
