import { expect, test } from 'vitest';
import type { EntryKind, JournalEntry, Subject } from '#ports/journal.ts';
import type { EventDraft } from '#kube/events/event-draft.ts';
import { eventSink } from './event-sink.ts';

const subject: Subject = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'plimsoll-system', name: 'plimsoll' };
const reporter = { role: 'rescheduler', instance: 'plimsoll-rescheduler-0' };

function entry(kind: EntryKind, more: Partial<JournalEntry> = {}): JournalEntry {
  return { kind, reasons: ['Because.'], id: { boot: 'b', sequence: 1 }, at: 1000, ...more };
}

function published(told: JournalEntry, by = reporter): EventDraft[] {
  const drafts: EventDraft[] = [];
  eventSink((draft) => drafts.push(draft), by).take(told);
  return drafts;
}

test('a kind that asks for it becomes an Event on its subject', () => {
  expect(published(entry('config-refused', { subject, reasons: ['Refused.', 'Line 3: unknown key.'] }))).toEqual([
    {
      regarding: subject,
      type: 'Warning',
      reason: 'ConfigRefused',
      action: 'Configuring',
      note: 'Refused. Line 3: unknown key.',
      reportingController: 'plimsoll.dev/rescheduler',
      reportingInstance: 'plimsoll-rescheduler-0',
      at: 1000,
    },
  ]);
});

test('whoever else it concerns has the same Event', () => {
  const node: Subject = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u' };
  const drafts = published(entry('migration-failed', { subject, about: [node] }));
  expect(drafts.map(({ regarding, reason }) => [regarding, reason])).toEqual([
    [subject, 'MoveFailed'],
    [node, 'MoveFailed'],
  ]);
});

test('without a subject there is no Event', () => {
  expect(published(entry('config-refused'))).toEqual([]);
});

test('a kind that asks for none has no Event', () => {
  expect(published(entry('started', { subject }))).toEqual([]);
});
