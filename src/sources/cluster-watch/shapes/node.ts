import type { ContainerImage, Node, NodeAddress, Taint } from '#api/kubernetes/node.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { boolean, listOf, number, objectOf, rawText, shared, text, textAs, textMap } from '#kube/decode/shapes.ts';
import { metadataWith, nodeCondition } from './metadata.ts';

type Status = NonNullable<Node['status']>;

const taint = objectOf<Taint>({ key: text, value: text, effect: textAs<Taint['effect']>() });

export const node: Shape<Node> = objectOf<Node>({
  // what load publishes is under a prefix that is configured
  metadata: metadataWith(textMap),
  spec: objectOf<NonNullable<Node['spec']>>({
    unschedulable: boolean,
    taints: shared(listOf(taint)),
    providerID: rawText,
  }),
  status: objectOf<Status>({
    capacity: textMap,
    allocatable: textMap,
    conditions: listOf(nodeCondition),
    addresses: listOf(objectOf<NodeAddress>({ type: text, address: rawText })),
    images: listOf(objectOf<ContainerImage>({ names: listOf(text), sizeBytes: number })),
    declaredFeatures: shared(listOf(text)),
    nodeInfo: objectOf<NonNullable<Status['nodeInfo']>>({
      kubeletVersion: text,
      operatingSystem: text,
      architecture: text,
    }),
  }),
});
