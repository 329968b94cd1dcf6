import type { Dialect } from '#api/dialect.ts';
import { limitsInPlace } from '#api/effective-limits.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { LoadView } from '#load/load-view.ts';
import type { Verdict } from '#load/verdict.ts';
import { podRequests } from './node-requests.ts';
import { type ShownReading, shownReading } from '#views/shown-reading.ts';

/** Real use of one resource beside what was asked for. Cores or bytes; null where it is not known. */
export interface PodResource {
  readonly used: ShownReading;
  readonly requested: number | null;
  /** Null where some container has none. */
  readonly limit: number | null;
}

/** Real use of a pod beside its requests and limits. */
export interface PodLoad {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  readonly nodeVerdict: Verdict;
  readonly cpu: PodResource;
  readonly memory: PodResource;
}

export type PodOrder = 'cpu' | 'memory' | 'name' | 'node';

export interface PodRowsInput {
  readonly view: LoadView;
  readonly pods: readonly Pod[];
  readonly dialect: Dialect;
  readonly order: PodOrder;
}

/** The pods given, those that use most first; what is not known comes last. */
export function podRows({ view, pods, dialect, order }: PodRowsInput): readonly PodLoad[] {
  return pods
    .map((pod) => podRow(pod, view, dialect))
    .toSorted((one, other) => orders[order](one, other) || byName(one, other));
}

function podRow(pod: Pod, view: LoadView, dialect: Dialect): PodLoad {
  const { namespace = '', name, uid } = pod.metadata;
  const use = view.pod({ namespace, name, uid });
  const requests = podRequests(pod, dialect);
  const limits = limitsInPlace(pod);
  const node = pod.spec.nodeName ?? '';
  const row = view.rowNamed(node);
  return {
    namespace,
    name,
    node,
    nodeVerdict: row === undefined ? 'unknown' : view.verdict(row),
    cpu: {
      used: shownReading(use.cpuCores, view.now),
      requested: requests?.cpuCores ?? null,
      limit: limits.cpuMilli === undefined ? null : limits.cpuMilli / 1000,
    },
    memory: {
      used: shownReading(use.memoryBytes, view.now),
      requested: requests?.memoryBytes ?? null,
      limit: limits.memoryBytes ?? null,
    },
  };
}

const orders: Readonly<Record<PodOrder, (one: PodLoad, other: PodLoad) => number>> = {
  cpu: (one, other) => (other.cpu.used.value ?? -1) - (one.cpu.used.value ?? -1),
  memory: (one, other) => (other.memory.used.value ?? -1) - (one.memory.used.value ?? -1),
  name: byName,
  node: (one, other) => compare(one.node, other.node),
};

function byName(one: PodLoad, other: PodLoad): number {
  return compare(one.namespace, other.namespace) || compare(one.name, other.name);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
