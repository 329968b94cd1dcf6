import type { Fault } from '#base/fault.ts';
import type { Look } from '#controllers/look-once.ts';
import type { ClusterLists } from './cluster-lists.ts';

/** What somebody should know who reads the answer: whole sentences. */
export function remarksOn({ reading, past, unreadPast, readings }: Look, lists: ClusterLists): readonly string[] {
  return [
    ...dialectRemarks(lists),
    ...unreadRemarks(lists),
    ...reading.problems.map(({ fault, signals }) => `${fault.message} (${signals.join(', ')}); ${fault.remedy}`),
    ...passedOverRemarks(reading),
    ...reading.warnings.map((warning) => `the source warns: ${warning}`),
    ...pastRemarks(unreadPast),
    ...(past === 'remembered' ? [] : [depthRemark(reading, { readings, isUnread: unreadPast.size > 0 })]),
  ];
}

function dialectRemarks({ version, dialect }: ClusterLists): readonly string[] {
  if (dialect.known) return [];
  const minor = `1.${dialect.dialect.minor}`;
  return [`Kubernetes ${version.full || `1.${version.minor}`} is not known to this release: it is read as ${minor}`];
}

function unreadRemarks({ nodes, pods }: ClusterLists): readonly string[] {
  return [nodes, pods].flatMap((list) =>
    list.kind === 'listed' ? [] : [`${list.fault.message}; ${list.fault.remedy}`],
  );
}

/** Signals that come from another source than the one wanted, together where it is for one reason. */
function passedOverRemarks({ signals }: Look['reading']): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { signal, source, passedOver = [] } of signals) {
    for (const { source: first, fault } of passedOver) {
      const reason = `from ${source}, not from ${first}: ${messageOf(fault)}`;
      byReason.set(reason, [...(byReason.get(reason) ?? []), signal]);
    }
  }
  return [...byReason].map(([reason, names]) => `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} ${reason}`);
}

function messageOf({ message, remedy }: Fault): string {
  return `${message}; ${remedy}`;
}

interface Depth {
  readonly readings: number;
  readonly isUnread: boolean;
}

function pastRemarks(unread: Look['unreadPast']): readonly string[] {
  return [...Map.groupBy(unread, ([, fault]) => messageOf(fault))].map(
    ([why, of]) => `the past of ${of.map(([signal]) => signal).join(', ')} is not known: ${why}`,
  );
}

function depthRemark({ signals }: Look['reading'], { readings, isUnread }: Depth): string {
  const sources = [...new Set(signals.filter(({ kind }) => kind === 'read').map(({ source }) => source))];
  const whose = sources.join(' and ') || 'the source';
  const deep = readings === 1 ? 'one sample' : `${readings} readings`;
  const watch = readings === 1 ? '--observe watches for 2m; ' : '';
  const lack = isUnread ? 'the past is not known' : `${whose} remembers no past`;
  return `${lack}, so that verdicts are ${deep} deep: ${watch}a Prometheus would remember (--prometheus-url)`;
}
