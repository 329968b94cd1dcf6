import type { Amounts } from './amounts.ts';
import { addAmounts, largestAmounts, raiseAmounts, readAmounts } from './amounts.ts';
import type { Dialect } from './dialect.ts';
import type { Container, ContainerStatus } from './kubernetes/container.ts';
import type { Quantities } from './kubernetes/metadata.ts';
import type { Pod } from './kubernetes/pod.ts';
import type { BadQuantity, Quantity } from './quantity.ts';
import { cpuMilli, wholeUnits, zeroQuantity } from './quantity.ts';
import { isPodLevelResource, isScalarResource } from './resource-names.ts';

/** What a pod takes of a node. A number that is no safe integer is beyond what is computed exactly: unknown. */
export interface EffectiveRequests {
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  readonly ephemeralBytes: number;
  /** Extended resources, huge pages and what else is counted by name. A name asked for with 0 is there. */
  readonly scalars: ReadonlyMap<string, number>;
  /** For scores alone: each container that asks for no cpu or no memory counts as asking for a little. */
  readonly nonZeroCpuMilli: number;
  readonly nonZeroMemoryBytes: number;
}

/** What a container counts with in scores where it asks for nothing: a tenth of a core, 200 MiB. */
const unsaid: Amounts = new Map<string, Quantity>([
  ['cpu', { coefficient: 100, exponent: -3, notation: 'decimal', wide: false }],
  ['memory', { coefficient: 209_715_200, exponent: 0, notation: 'decimal', wide: false }],
]);

/** What a pod that is not placed yet asks for: its spec alone says so. */
export function requestsToPlace(pod: Pod): EffectiveRequests | BadQuantity {
  return effective(pod, (fill, read) => specAmounts(pod, fill, read), false);
}

/** What a pod on a node takes there: while a resize is on its way, the largest of what is wanted, granted and in force. */
export function requestsInPlace(pod: Pod, dialect: Dialect): EffectiveRequests | BadQuantity {
  const aggregate = dialect.resize === 'largest-sum' ? largestSum : largestOfEach;
  return effective(pod, (fill, read) => aggregate(pod, fill, read, dialect), true);
}

/** Reads a resource map, and remembers if something in it is no quantity. */
type Read = (quantities: Quantities | undefined) => Amounts;

/** What one container counts with, by the reading at hand. */
type AmountsOf = (container: Container, status: ContainerStatus | undefined) => Amounts;

/** The whole pod's amounts; containers that lack a resource of `fill` count with that. */
type Aggregate = (fill: Amounts, read: Read) => Map<string, Quantity>;

const nothing: Amounts = new Map();

function effective(pod: Pod, aggregate: Aggregate, placed: boolean): EffectiveRequests | BadQuantity {
  let bad: BadQuantity | undefined;
  const read: Read = (quantities) => {
    const { amounts, bad: wrong } = readAmounts(quantities);
    bad ??= wrong;
    return amounts;
  };
  const amounts = aggregate(nothing, read);
  const fill = asksAsAWhole(pod, read) ? lacking(amounts) : unsaid;
  const filled = fill.size === 0 ? amounts : aggregate(fill, read);
  return bad ?? compact(amounts, filled, placed);
}

function compact(amounts: Amounts, filled: Amounts, placed: boolean): EffectiveRequests {
  // a request below zero, which no API server lets through, asks for nothing; on a node it would be subtracted
  const least = placed ? Number.NEGATIVE_INFINITY : 0;
  const units = (name: string): number => Math.max(least, wholeUnits(amounts.get(name) ?? zeroQuantity));
  const scalars = [...amounts.keys()].filter(isScalarResource).map((name) => [name, units(name)] as const);
  return {
    cpuMilli: Math.max(least, cpuMilli(amounts.get('cpu') ?? zeroQuantity)),
    memoryBytes: units('memory'),
    ephemeralBytes: units('ephemeral-storage'),
    scalars: new Map(scalars),
    nonZeroCpuMilli: cpuMilli(filled.get('cpu') ?? zeroQuantity),
    nonZeroMemoryBytes: wholeUnits(filled.get('memory') ?? zeroQuantity),
  };
}

/** With requests of the pod as a whole, only what neither it nor any container asks for is filled in. */
function lacking(amounts: Amounts): Amounts {
  return new Map([...unsaid].filter(([name]) => !amounts.has(name)));
}

function asksAsAWhole(pod: Pod, read: Read): boolean {
  return [...read(pod.spec.resources?.requests).keys()].some(isPodLevelResource);
}

function specAmounts(pod: Pod, fill: Amounts, read: Read): Map<string, Quantity> {
  const amounts = walk(pod, fill, (container) => read(container.resources?.requests));
  if (asksAsAWhole(pod, read)) replace(amounts, read(pod.spec.resources?.requests));
  addAmounts(amounts, read(pod.spec.overhead));
  return amounts;
}

/** From 1.37 on: the containers are summed thrice, by each reading, and the largest sum counts. */
function largestSum(pod: Pod, fill: Amounts, read: Read, dialect: Dialect): Map<string, Quantity> {
  const infeasible = isResizeInfeasible(pod);
  const unlessSaid = (container: Container): Amounts => (infeasible ? nothing : read(container.resources?.requests));
  const granted: AmountsOf = (container, status) =>
    status?.allocatedResources === undefined ? unlessSaid(container) : read(status.allocatedResources);
  const inForce: AmountsOf = (container, status) =>
    status?.resources?.requests === undefined ? granted(container, status) : read(status.resources.requests);
  const { allocatedResources: podGranted, resources: podResources } = pod.status ?? {};
  const podSays = dialect.podLevelResize && podGranted !== undefined && podResources?.requests !== undefined;
  const amounts = largestAmounts(
    infeasible ? nothing : walk(pod, fill, (container) => read(container.resources?.requests)),
    podSays ? read(podResources.requests) : walk(pod, fill, inForce),
    podSays ? read(podGranted) : walk(pod, fill, granted),
  );
  if (asksAsAWhole(pod, read)) replace(amounts, podLevelAmounts(pod, read, dialect));
  addAmounts(amounts, read(pod.spec.overhead));
  return amounts;
}

/** Up to 1.36: each container counts with its largest reading, and those are summed. */
function largestOfEach(pod: Pod, fill: Amounts, read: Read, dialect: Dialect): Map<string, Quantity> {
  const infeasible = isResizeInfeasible(pod);
  const amounts = walk(pod, fill, (container, status) => {
    const wanted = read(container.resources?.requests);
    // init containers that end are resized by nobody, and what has no status yet has only its spec
    if (status?.resources === undefined || endsByItself(pod, container)) return wanted;
    const held = [read(status.resources.requests), read(status.allocatedResources)];
    return largestAmounts(...(infeasible ? held : [wanted, ...held]));
  });
  if (asksAsAWhole(pod, read)) {
    const spoken = read(pod.spec.resources?.requests);
    replace(amounts, new Map([...podLevelAmounts(pod, read, dialect)].filter(([name]) => spoken.has(name))));
  }
  addAmounts(amounts, read(pod.spec.overhead));
  return amounts;
}

function endsByItself(pod: Pod, container: Container): boolean {
  return !isSidecar(container) && (pod.spec.initContainers ?? []).includes(container);
}

function podLevelAmounts(pod: Pod, read: Read, dialect: Dialect): Amounts {
  const wanted = read(pod.spec.resources?.requests);
  if (!dialect.podLevelResize || pod.status?.resources === undefined) return wanted;
  const held = [read(pod.status.resources.requests), read(pod.status.allocatedResources)];
  return largestAmounts(...(isResizeInfeasible(pod) ? held : [wanted, ...held]));
}

/** What the pod asks for as a whole stands in place of what its containers add up to, even if it is less. */
function replace(amounts: Map<string, Quantity>, podLevel: Amounts): void {
  for (const [name, amount] of podLevel) if (isPodLevelResource(name)) amounts.set(name, amount);
}

/**
 * 1. `base`: regular containers run together, and sidecars beside them.
 * 2. Init containers start in turn: one that ends needs its own beside the sidecars started before it; the peak counts.
 * 3. The pod needs the larger of the two.
 */
function walk(pod: Pod, fill: Amounts, amountsOf: AmountsOf): Map<string, Quantity> {
  const base = new Map<string, Quantity>();
  const counted = (container: Container): Amounts => filled(amountsOf(container, statusOf(pod, container)), fill);
  for (const container of pod.spec.containers) addAmounts(base, counted(container));
  const { initContainers = [] } = pod.spec;
  if (initContainers.length === 0) return base;
  const sidecars = new Map<string, Quantity>();
  const peak = new Map<string, Quantity>();
  for (const container of initContainers) {
    const own = counted(container);
    const running = new Map(sidecars);
    addAmounts(running, own);
    raiseAmounts(peak, running);
    if (!isSidecar(container)) continue;
    addAmounts(base, own);
    addAmounts(sidecars, own);
  }
  raiseAmounts(base, peak);
  return base;
}

function filled(amounts: Amounts, fill: Amounts): Amounts {
  return fill.size === 0 ? amounts : new Map([...fill, ...amounts]);
}

/** Whether an init container keeps running beside the others. */
export function isSidecar(container: Container): boolean {
  return container.restartPolicy === 'Always';
}

function statusOf(pod: Pod, container: Container): ContainerStatus | undefined {
  const named = (status: ContainerStatus): boolean => status.name === container.name;
  return pod.status?.containerStatuses?.find(named) ?? pod.status?.initContainerStatuses?.find(named);
}

/** Whether the node can never grant the resize that is asked for; the first such condition says. */
export function isResizeInfeasible(pod: Pod): boolean {
  return pod.status?.conditions?.find((condition) => condition.type === 'PodResizePending')?.reason === 'Infeasible';
}
