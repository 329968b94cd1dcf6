import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PodUsage } from '#cluster/pod-usage.ts';
import type { ExpectedUse } from '#load/forecast/expected-over.ts';
import { type ExpectedPod, fillDefaults, FillPlan, type NodeLoads } from './load-fill.ts';
import type { LoadSight, ResourceSight } from './load-sight.ts';
import { type MadePod, makerOf } from '#decisions/scheduling/maker-of.ts';

/** A plan is made anew once so large a share of the nodes has changed: one pod more hardly moves the level. */
const RENEW_SHARE = 0.05;

/** What every node of a cluster bears under a sight, pods that were placed since included; mended where nodes changed. */
export class LoadsNow {
  /** By row, counts on as it changes. */
  versions: Int32Array = new Int32Array(0);
  /** Counts on as the plans are made anew. */
  plan = 0;
  readonly #resources: readonly ResourceLoads[];
  #layout = -1;
  #position = 0;
  #changed = 0;

  constructor(sight: LoadSight) {
    this.#resources = sight.resources.map((resource) => new ResourceLoads(resource));
  }

  /** Whether so little is known that nothing can be said: of half the nodes or more. */
  get isBlind(): boolean {
    return this.#resources.length === 0 || this.#resources.some((resource) => resource.isBlind);
  }

  refresh(view: ClusterView): void {
    const { changes } = view;
    const pending = changes.since(this.#position);
    if (this.#layout !== changes.layout || pending === undefined || this.versions.length !== view.nodes.capacity) {
      this.#readAll(view);
    } else {
      for (let at = this.#position; at < changes.position; at++) this.#read(changes.rowAt(at), view);
      this.#changed += pending;
      if (this.#changed > RENEW_SHARE * view.nodes.size) this.#renew();
    }
    this.#layout = changes.layout;
    this.#position = changes.position;
  }

  /** What is expected of a pod, by resource. */
  expect(pod: MadePod, usage: PodUsage, view: ClusterView): readonly ExpectedPod[] {
    return this.#resources.map((resource) => resource.expect(pod, usage, view));
  }

  /** In points, over all resources; NaN where the load of the node is not known. */
  costOf(row: number, pod: readonly ExpectedPod[]): number {
    let cost = 0;
    for (const [at, resource] of this.#resources.entries()) cost += resource.costOf(row, pod[at]!);
    return cost;
  }

  #readAll(view: ClusterView): void {
    this.versions = new Int32Array(view.nodes.capacity);
    for (const resource of this.#resources) resource.begin(view);
    for (const row of view.nodes.all()) this.#read(row, view);
    this.#renew();
  }

  #read(row: number, view: ClusterView): void {
    for (const resource of this.#resources) resource.read(row, view);
    this.versions[row]!++;
  }

  #renew(): void {
    for (const resource of this.#resources) resource.renew();
    this.#changed = 0;
    this.plan++;
  }
}

class ResourceLoads {
  readonly #sight: ResourceSight;
  #loads: NodeLoads & { rows: Int32Array } = noLoads(0);
  #beside: Float64Array = new Float64Array(0);
  #nodes = 0;
  #plan: FillPlan | undefined;

  constructor(sight: ResourceSight) {
    this.#sight = sight;
  }

  get isBlind(): boolean {
    return this.#loads.rows.length * 2 <= this.#nodes;
  }

  /** Finds the nodes whose load is known. */
  begin({ nodes }: ClusterView): void {
    this.#loads = noLoads(nodes.capacity);
    this.#beside = new Float64Array(nodes.capacity).fill(Number.NaN);
    this.#nodes = nodes.size;
    for (const row of nodes.all()) {
      const seen = this.#sight.nodes.get(nodes.nameOf(row));
      if (seen === undefined) continue;
      this.#beside[row] = seen.beside;
      this.#loads.capacity[row] = seen.capacity;
    }
    this.#loads.rows = nodes.all().filter((row) => !Number.isNaN(this.#beside[row]!));
  }

  /** Sums the pods that stay on a node. What those use and request that are leaving it is room for whoever comes. */
  read(row: number, view: ClusterView): void {
    const { column, perUnit } = this.#sight;
    const { allocatable, requested } = view.nodes.resources.columns[column]!;
    let remaining = requested[row]! / perUnit;
    let mean = this.#beside[row]!;
    let variance = 0;
    for (const pod of view.podsOn(row)) {
      if (pod.terminating) {
        remaining -= pod.usage.amounts[column]! / perUnit;
        continue;
      }
      const expected = this.expect(pod, pod.usage, view);
      mean += expected.mean;
      variance += expected.variance;
    }
    this.#loads.allocatable[row] = allocatable[row]! / perUnit;
    this.#loads.requested[row] = remaining;
    this.#loads.mean[row] = mean;
    this.#loads.variance[row] = variance;
  }

  renew(): void {
    const { newcomers, line } = this.#sight;
    this.#plan = new FillPlan(this.#loads, newcomers, { ...fillDefaults, line });
  }

  /** By the pod itself, by others of its maker, or by what it requests. */
  expect(pod: MadePod, { amounts }: PodUsage, view: ClusterView): ExpectedPod {
    const { column, perUnit, newcomers } = this.#sight;
    const request = amounts[column]! / perUnit;
    const known = this.#sight.expectedOf(pod.uid) ?? this.#expectedOfKind(pod, view);
    if (known !== undefined) return { request, mean: known.mean, variance: known.variance };
    return {
      request,
      mean: newcomers.meanPerRequest * request,
      variance: newcomers.variancePerRequest * request,
    };
  }

  #expectedOfKind(pod: MadePod, view: ClusterView): ExpectedUse | undefined {
    const maker = makerOf(pod, view);
    return maker === undefined ? undefined : this.#sight.expectedOfKind(maker);
  }

  costOf(row: number, pod: ExpectedPod): number {
    return this.#plan!.costOf(row, pod);
  }
}

function noLoads(capacity: number): NodeLoads & { rows: Int32Array } {
  const column = (): Float64Array => new Float64Array(capacity);
  return {
    rows: new Int32Array(0),
    capacity: column(),
    allocatable: column(),
    requested: column(),
    mean: column(),
    variance: column(),
  };
}
