import type { ChangeLog } from './change-log.ts';
import type { HostPortIndex } from './host-port-index.ts';
import type { LabelClasses } from './label-class.ts';
import type { NodeTable } from './columns/node-table.ts';
import { NOWHERE, type PlacedPod } from './pod-entry.ts';
import { delist, enlist } from './pod-list.ts';
import type { TermGroup, TermGroups } from './term-groups.ts';
import type { Tallies } from './tallies.ts';

/** What a pod that comes or goes has to be told to. */
export interface PlacementIndexes {
  readonly nodes: NodeTable;
  readonly labels: LabelClasses;
  readonly tallies: Tallies;
  readonly groups: TermGroups;
  readonly hostPorts: HostPortIndex;
  readonly changes: ChangeLog;
}

/** Puts pods on nodes and takes them off: the one way any column or count about pods changes, in O(what the pod is part of). */
export class Placements {
  /** By row: the pods that lie there, in no order. */
  readonly podsOn: PlacedPod[][] = [];
  /** By claim: how many placed pods mount it. */
  readonly claimUsers: Map<string, number> = new Map();
  readonly #indexes: PlacementIndexes;

  constructor(indexes: PlacementIndexes) {
    this.#indexes = indexes;
  }

  place(pod: PlacedPod, row: number): void {
    pod.row = row;
    enlist(this.podsOn[row]!, pod, 'slotOnNode');
    enlist(this.#indexes.labels.of(pod.labels).placed, pod, 'slotInLabels');
    this.#take(pod, row, 1);
    this.#indexes.hostPorts.add(pod.shape.hostPorts, row);
    this.count(pod, row, 1);
    this.#indexes.changes.touch(row);
  }

  unplace(pod: PlacedPod): void {
    const { row } = pod;
    delist(this.podsOn[row]!, pod, 'slotOnNode');
    delist(this.#indexes.labels.of(pod.labels).placed, pod, 'slotInLabels');
    this.#take(pod, row, -1);
    this.#indexes.hostPorts.remove(pod.shape.hostPorts, row);
    this.count(pod, row, -1);
    this.#indexes.changes.touch(row);
    pod.row = NOWHERE;
  }

  /** What depends on the labels of the node alone: to be taken back before they change, and said again after. */
  count(pod: PlacedPod, row: number, pods: 1 | -1): void {
    this.#indexes.tallies.add(pod, row, pods);
    const groups = (pod.shape.groups ??= this.#groupsOf(pod));
    for (let at = 0; at < groups.length; at++) groups[at]!.tally.add(row, pod.shape.carried[at]!.weight, pods);
  }

  #groupsOf(pod: PlacedPod): TermGroup[] {
    const { nodes, groups } = this.#indexes;
    return pod.shape.carried.map(({ kind, term }) => groups.of(kind, term, nodes.label(term.topologyKey)));
  }

  #take({ usage, shape }: PlacedPod, row: number, pods: 1 | -1): void {
    const { nodes } = this.#indexes;
    const { columns } = nodes.resources;
    const { resources, amounts } = usage;
    for (let at = 0; at < resources.length; at++) columns[resources[at]!]!.requested[row]! += pods * amounts[at]!;
    nodes.nonZeroCpu[row]! += pods * usage.nonZeroCpu;
    nodes.nonZeroMemory[row]! += pods * usage.nonZeroMemory;
    nodes.podCount[row]! += pods;
    if (usage.unreadable !== undefined) nodes.doubt(row, pods);
    for (const claim of shape.claims) this.#useClaim(claim, pods);
  }

  #useClaim(claim: string, pods: 1 | -1): void {
    const users = (this.claimUsers.get(claim) ?? 0) + pods;
    if (users === 0) this.claimUsers.delete(claim);
    else this.claimUsers.set(claim, users);
  }
}
