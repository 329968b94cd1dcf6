import type { Container, ContainerPort, ContainerStatus, ResourceRequirements } from '#api/kubernetes/container.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import {
  boolean,
  listOf,
  listOfMoreThan,
  number,
  objectOf,
  shared,
  text,
  textAs,
  textMap,
} from '#kube/decode/shapes.ts';

export const resources: Shape<ResourceRequirements> = shared(
  objectOf<ResourceRequirements>({
    requests: textMap,
    limits: textMap,
    claims: listOf(objectOf<{ readonly name: string }>({ name: text })),
  }),
);

const port = objectOf<ContainerPort>({
  containerPort: number,
  hostPort: number,
  hostIP: text,
  protocol: textAs<NonNullable<ContainerPort['protocol']>>(),
});

export const container: Shape<Container> = objectOf<Container>({
  name: text,
  image: text,
  resources,
  ports: shared(listOf(port)),
  restartPolicy: text,
  restartPolicyRules: listOf(objectOf<{ readonly action: string }>({ action: text })),
  volumeMounts: listOfMoreThan(
    'name',
    objectOf<{ readonly name: string; readonly bindMountOptions?: readonly string[] }>({
      name: text,
      bindMountOptions: listOf(text),
    }),
  ),
});

export const containerStatus: Shape<ContainerStatus> = objectOf<ContainerStatus>({
  name: text,
  ready: boolean,
  started: boolean,
  restartCount: number,
  allocatedResources: textMap,
  resources,
});
