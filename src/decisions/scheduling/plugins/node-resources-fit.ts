import type { ClusterView, ComingPod } from '#cluster/cluster-view.ts';
import { isExtendedResource } from '#api/resource-names.ts';
import { type NodeFilter, type FilterStep, type JudgeRows, type Rows } from '../framework.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { OK, type Pen } from '../verdict-book.ts';

interface Asked {
  readonly name: string;
  readonly amount: number;
  readonly allocatable: Float64Array;
  readonly requested: Float64Array;
}

/** What is checked: more than nothing, and not left to others. */
function askedOf(pod: ComingPod, view: ClusterView, isIgnored: (name: string) => boolean): Asked[] {
  const { resources, amounts } = pod.shape.usage;
  return resources.flatMap((number, at) => {
    const { name, allocatable, requested } = view.nodes.resources.columns[number]!;
    const amount = amounts[at]!;
    return amount > 0 && !isIgnored(name) ? [{ name, amount, allocatable, requested }] : [];
  });
}

const tooManyPods = 1;

/** The words for each mask of shortages: bit 0 for pods, then a bit a resource; `everTooSmall` where even the empty node has too little. */
function wording(asked: readonly Asked[], pen: Pen): (shortages: number, everTooSmall: boolean) => number {
  const known = new Map<number, number>();
  return (shortages, everTooSmall) => {
    const key = shortages * 2 + (everTooSmall ? 1 : 0);
    const number = known.get(key);
    if (number !== undefined) return number;
    const reasons = asked.filter((_, at) => (shortages & (2 << at)) !== 0).map(({ name }) => `Insufficient ${name}`);
    if ((shortages & tooManyPods) !== 0) reasons.unshift('Too many pods');
    const refused = pen.refuse(everTooSmall ? 'UnschedulableAndUnresolvable' : 'Unschedulable', ...reasons);
    known.set(key, refused);
    return refused;
  };
}

/** A verdict of nobody: the words for it are looked for once all that is short is known. */
const SHORT = -1;

/** Marks the nodes that have too little left of one resource; whether there are any. */
function markShort({ list, count }: Rows, verdicts: Int32Array, asked: Asked): boolean {
  const { amount, allocatable, requested } = asked;
  let found = false;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    if (amount <= allocatable[row]! - requested[row]!) continue;
    verdicts[row] = SHORT;
    found = true;
  }
  return found;
}

interface PodRoom {
  readonly podCount: Int32Array;
  readonly podLimit: Float64Array;
}

/** The same for what nearly every pod asks, room for itself and for two resources, in one go; the others are marked OK. */
function markShortOfTwo(
  rows: Rows,
  verdicts: Int32Array,
  { podCount, podLimit }: PodRoom,
  one: Asked,
  other: Asked,
): boolean {
  const { list, count } = rows;
  const { amount, allocatable, requested } = one;
  const { amount: amountOther, allocatable: allocatableOther, requested: requestedOther } = other;
  let found = false;
  for (let at = 0; at < count; at++) {
    const row = list[at]!;
    const isShort =
      podCount[row]! >= podLimit[row]! ||
      amount > allocatable[row]! - requested[row]! ||
      amountOther > allocatableOther[row]! - requestedOther[row]!;
    verdicts[row] = isShort ? SHORT : OK;
    if (isShort) found = true;
  }
  return found;
}

/** Stands in where fewer than two resources are asked: no node is ever short of it, whatever its columns say. */
const unasked = ({ podLimit }: PodRoom): Asked => ({
  name: '',
  amount: Number.NEGATIVE_INFINITY,
  allocatable: podLimit,
  requested: podLimit,
});

/** Nobody can say of nodes where some amount, of theirs or of a pod's there, cannot be read. */
function judgeKnown(judge: JudgeRows, { nodes }: ClusterView, pen: Pen): JudgeRows {
  const unknown = pen.unknown(
    'an amount of the node, or of a pod on it, cannot be read or is too large to reckon with',
  );
  return (rows, verdicts) => {
    const found = judge(rows, verdicts);
    if (nodes.unreadableInAll === 0) return found;
    const { list, count } = rows;
    for (let at = 0; at < count; at++) if (nodes.unreadable[list[at]!]! > 0) verdicts[list[at]!] = unknown;
    return undefined;
  };
}

function judgeFit(asked: readonly Asked[], view: ClusterView, pen: Pen): JudgeRows {
  const { podCount, podLimit } = view.nodes;
  const room: PodRoom = { podCount, podLimit };
  const refused = wording(asked, pen);
  const [one = unasked(room), other = unasked(room), ...more] = asked;
  return (rows, verdicts) => {
    let isAnyShort = markShortOfTwo(rows, verdicts, room, one, other);
    for (const each of more) if (markShort(rows, verdicts, each)) isAnyShort = true;
    if (!isAnyShort) return 'all-fit';
    const { list, count } = rows;
    for (let at = 0; at < count; at++) if (verdicts[list[at]!] === SHORT) verdicts[list[at]!] = shortagesOn(list[at]!);
    return undefined;

    /** Rare and slow: all that is short on a node. */
    function shortagesOn(row: number): number {
      let shortages = podCount[row]! + 1 > podLimit[row]! ? tooManyPods : 0;
      let everTooSmall = false;
      for (let place = 0; place < asked.length; place++) {
        const { amount, allocatable, requested } = asked[place]!;
        if (amount <= allocatable[row]! - requested[row]!) continue;
        shortages |= 2 << place;
        everTooSmall ||= amount > allocatable[row]!;
      }
      return refused(shortages, everTooSmall);
    }
  };
}

function unknownEverywhere(unreadable: string, pen: Pen): FilterStep {
  const unknown = pen.unknown(
    `the pod requests ${JSON.stringify(unreadable)}, which cannot be read or is too large to reckon with`,
  );
  return {
    kind: 'judge',
    judge({ list, count }, verdicts) {
      for (let at = 0; at < count; at++) verdicts[list[at]!] = unknown;
    },
  };
}

/** Keeps off nodes that have too little left of anything the pod requests. */
export const nodeResourcesFit = ({ ignoredResources, ignoredResourceGroups }: ProfileOptions): NodeFilter => {
  const isIgnored = (name: string): boolean =>
    isExtendedResource(name) &&
    (ignoredResources.includes(name) || ignoredResourceGroups.includes(name.split('/', 1)[0]!));
  return {
    name: 'NodeResourcesFit',
    reach: 'node',
    prepare(pod, view, pen): FilterStep {
      const { usage, scored } = pod.shape;
      const unreadable = usage.unreadable ?? scored.unreadable;
      if (unreadable !== undefined) return unknownEverywhere(unreadable, pen);
      return { kind: 'judge', judge: judgeKnown(judgeFit(askedOf(pod, view, isIgnored), view, pen), view, pen) };
    },
  };
};
