import { expect, test } from 'vitest';
import { type EffectiveLimits, limitsInPlace } from './effective-limits.ts';
import type { Container } from './kubernetes/container.ts';
import type { PodSpec } from './kubernetes/pod.ts';

const GI = 2 ** 30;

function aContainer(limits?: Readonly<Record<string, string>>, more: Partial<Container> = {}): Container {
  return { name: 'app', resources: limits === undefined ? {} : { limits }, ...more };
}

const cases: { name: string; spec: PodSpec; want: EffectiveLimits }[] = [
  {
    name: 'containers that run side by side are summed',
    spec: { containers: [aContainer({ cpu: '500m', memory: '1Gi' }), aContainer({ cpu: '1', memory: '1Gi' })] },
    want: { cpuMilli: 1500, memoryBytes: 2 * GI },
  },
  {
    name: 'one container without a limit leaves the pod without',
    spec: { containers: [aContainer({ cpu: '500m', memory: '1Gi' }), aContainer({ memory: '1Gi' })] },
    want: { memoryBytes: 2 * GI },
  },
  {
    name: 'sidecars run too; init containers that end do not',
    spec: {
      containers: [aContainer({ cpu: '1' })],
      initContainers: [aContainer({ cpu: '2' }, { restartPolicy: 'Always' }), aContainer({ cpu: '8' })],
    },
    want: { cpuMilli: 3000 },
  },
  {
    name: 'the limit of the pod as a whole stands in place of the sum',
    spec: { containers: [aContainer(), aContainer()], resources: { limits: { cpu: '3' } } },
    want: { cpuMilli: 3000 },
  },
];
for (const { name, spec, want } of cases) {
  test(name, () => {
    expect(limitsInPlace({ metadata: { name: 'p', uid: 'u' }, spec })).toEqual(want);
  });
}
