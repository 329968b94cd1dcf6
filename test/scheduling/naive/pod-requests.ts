import type { Container, ContainerStatus } from '#api/kubernetes/container.ts';
import type { Quantities } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { type Amounts, greatestOf, parseAmounts, sumOf } from './amounts.ts';
import type { Dialect } from './dialect.ts';

/** Where the requests of one container are read. */
type Reading = (container: Container, status: ContainerStatus | undefined) => Amounts;

export interface RequestRules {
  /** Filled in, container by container, where a container names no amount. */
  readonly defaults?: Amounts;
  /** The pod's own `spec.resources` replaces what its containers add up to. */
  readonly podLevel: boolean;
}

const bySpec: Reading = (container) => parseAmounts(container.resources?.requests);

/** What a pod asks for, by its spec alone. */
export function requestsBySpec(pod: Pod, rules: RequestRules): Amounts {
  const containers = aggregate(pod, bySpec, rules.defaults);
  const podLevel = rules.podLevel ? supported(pod.spec.resources?.requests) : new Map();
  return sumOf(new Map([...containers, ...podLevel]), parseAmounts(pod.spec.overhead));
}

/** What a pod that may be in the middle of a resize holds. */
export function requestsInForce(pod: Pod, dialect: Dialect, defaults?: Amounts): Amounts {
  const containers =
    dialect.resize === 'greatest-of-sums' ? greatestOfSums(pod, dialect, defaults) : sumOfGreatest(pod, defaults);
  return sumOf(new Map([...containers, ...podLevelInForce(pod, dialect)]), parseAmounts(pod.spec.overhead));
}

function isResizeInfeasible(pod: Pod): boolean {
  return pod.status?.conditions?.find((one) => one.type === 'PodResizePending')?.reason === 'Infeasible';
}

function isSidecar(container: Container): boolean {
  return container.restartPolicy === 'Always';
}

function statusOf(pod: Pod, container: Container): ContainerStatus | undefined {
  const statuses = [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
  return statuses.find((status) => status.name === container.name);
}

/**
 *  Containers run together; init containers one after the other, each beside the sidecars started before it:
 *
 *  1. base = sum of containers and sidecars
 *  2. peak = greatest of (sidecars so far, with or without the init container that runs)
 *  3. the greater of both
 */
function aggregate(pod: Pod, reading: Reading, defaults: Amounts | undefined): Amounts {
  const amountsOf = (container: Container): Amounts => {
    const named = reading(container, statusOf(pod, container));
    return new Map([...(defaults ?? []), ...named]);
  };
  let base: Amounts = sumOf(...pod.spec.containers.map(amountsOf));
  let sidecars: Amounts = new Map();
  let peak: Amounts = new Map();
  for (const container of pod.spec.initContainers ?? []) {
    const amounts = amountsOf(container);
    const together = sumOf(amounts, sidecars);
    if (isSidecar(container)) {
      base = sumOf(base, amounts);
      sidecars = together;
    }
    peak = greatestOf(peak, together);
  }
  return greatestOf(base, peak);
}

function greatestOfSums(pod: Pod, dialect: Dialect, defaults: Amounts | undefined): Amounts {
  const infeasible = isResizeInfeasible(pod);
  const otherwise: Reading = infeasible ? () => new Map() : bySpec;
  const allocated = orElse((status) => status?.allocatedResources, otherwise);
  const actuated = orElse((status) => status?.resources?.requests, allocated);
  const granted = pod.status?.allocatedResources;
  const enforced = pod.status?.resources?.requests;
  const sums =
    dialect.podLevelStatus && granted !== undefined && enforced !== undefined
      ? [parseAmounts(enforced), parseAmounts(granted)]
      : [aggregate(pod, actuated, defaults), aggregate(pod, allocated, defaults)];
  return greatestOf(...(infeasible ? [] : [aggregate(pod, bySpec, defaults)]), ...sums);
}

function orElse(read: (status: ContainerStatus | undefined) => Quantities | undefined, otherwise: Reading): Reading {
  return (container, status) => {
    const quantities = read(status);
    return quantities === undefined ? otherwise(container, status) : parseAmounts(quantities);
  };
}

/** Before 1.37 each container's greatest amounts were added up, of containers and sidecars with a status in force. */
function sumOfGreatest(pod: Pod, defaults: Amounts | undefined): Amounts {
  const infeasible = isResizeInfeasible(pod);
  const initial = new Set((pod.spec.initContainers ?? []).filter((container) => !isSidecar(container)));
  const reading: Reading = (container, status) => {
    if (status?.resources === undefined || initial.has(container)) return bySpec(container, status);
    return greatestOf(
      infeasible ? new Map() : bySpec(container, status),
      parseAmounts(status.resources.requests),
      parseAmounts(status.allocatedResources),
    );
  };
  return aggregate(pod, reading, defaults);
}

/** Only cpu, memory and huge pages can be asked for by a pod as a whole. */
function supported(quantities: Quantities | undefined): Amounts {
  const entries = [...parseAmounts(quantities)];
  return new Map(entries.filter(([name]) => isSupported(name)));
}

function isSupported(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/** Whether the pod as a whole asks for anything that it can. */
export function asksAsPod(pod: Pod): boolean {
  return Object.keys(pod.spec.resources?.requests ?? {}).some(isSupported);
}

function podLevelInForce(pod: Pod, dialect: Dialect): Amounts {
  if (!asksAsPod(pod)) return new Map();
  const asked = supported(pod.spec.resources?.requests);
  if (!dialect.podLevelStatus || pod.status?.resources === undefined) return asked;
  const inForce = greatestOf(
    isResizeInfeasible(pod) ? new Map() : asked,
    supported(pod.status.resources.requests),
    supported(pod.status.allocatedResources),
  );
  if (dialect.resize === 'greatest-of-sums') return inForce;
  return new Map([...inForce].filter(([name]) => asked.has(name)));
}
