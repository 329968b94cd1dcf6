import {
  hostnameKey,
  labelValues,
  namespaceNames,
  namespaces,
  oldRegionKey,
  oldZoneKey,
  podLabelKeys,
  regionKey,
  regions,
  zoneKey,
  zones,
} from './alphabet.ts';
import { aNodeName, type Draft, type DraftNode, type DraftPod } from './draft.ts';
import type { Draw } from './draw.ts';

/** How much there is of everything. */
export interface Size {
  readonly nodes: number;
  readonly pods: number;
  readonly probes: number;
}

/** Namespaces, nodes that stand somewhere, pods that run on them, and probes; nothing yet that would turn a pod away. */
export function addPlainWorld(draft: Draft, size: Size, draw: Draw): void {
  const { objects } = draft;
  objects.namespaces.push(
    ...namespaces.map(({ name, labels }) => ({
      metadata: { name, uid: `ns-${name}`, labels: { ...labels, 'kubernetes.io/metadata.name': name } },
    })),
  );
  objects.nodes.push(...draw.many(size.nodes, (index) => plainNode(`n${index}`, draw)));
  objects.pods.push(
    ...draw.many(size.pods, (index) => {
      const pod = plainPod(`p${index}`, draw);
      pod.spec.nodeName = aNodeName(draft, draw);
      pod.status = { phase: 'Running' };
      return pod;
    }),
  );
  draft.probes.push(...draw.many(size.probes, (index) => plainPod(`probe${index}`, draw)));
}

function plainNode(name: string, draw: Draw): DraftNode {
  const hostname = draw.chance(0.9) ? name : draw.chance(0.5) ? `host-of-${name}` : undefined;
  const labels: Record<string, string> = {
    disk: draw.pick(labelValues),
    gen: String(draw.whole(1, 3)),
    ...(hostname === undefined ? {} : { [hostnameKey]: hostname }),
    ...place(draw),
  };
  const capacity = { cpu: '8', memory: '16Gi', 'ephemeral-storage': '100Gi', pods: '110' };
  return {
    metadata: { name, uid: `node-${name}`, labels },
    spec: {},
    status: { capacity, allocatable: { ...capacity } },
  };
}

function place(draw: Draw): Record<string, string> {
  const zone = draw.pick(zones);
  const region = draw.pick(regions);
  if (draw.chance(0.02)) return { [oldZoneKey]: zone, [oldRegionKey]: region };
  return {
    ...(draw.chance(0.9) ? { [zoneKey]: zone } : {}),
    ...(draw.chance(0.9) ? { [regionKey]: region } : {}),
    ...(draw.chance(0.15) ? { rack: draw.pick(labelValues) } : {}),
  };
}

/** A pod that nothing is known of but its labels. */
export function plainPod(name: string, draw: Draw): DraftPod {
  const labels = Object.fromEntries(draw.some(podLabelKeys, 3).map((key) => [key, draw.pick(labelValues)]));
  return {
    metadata: { name, namespace: draw.pick(namespaceNames), uid: `pod-${name}`, labels },
    spec: {
      schedulerName: 'default-scheduler',
      priority: 0,
      containers: [{ name: 'main', image: 'registry.example/main:1', resources: {} }],
    },
  };
}
