import { expect, test } from 'vitest';
import type { LabelSelector } from '#api/kubernetes/selectors.ts';
import { newestDialect } from '#api/dialect.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { aNode, aPod, placedPod } from './build-world.ts';
import { engineJudge } from './engine-judge.ts';
import { judged, scored } from './judged.ts';
import { naiveJudge } from './naive/naive-judge.ts';
import { compare } from './compare.ts';
import { generateWorld } from './worlds/generate-world.ts';

test('in every dialect the engine says what the naive one says', { timeout: 60_000 }, () => {
  for (const dialect of ['1.34', '1.35', '1.36'] as const) {
    for (let index = 0; index < 60; index++) {
      const world = {
        ...generateWorld({ seed: `dialect-${dialect}`, index, pressure: 0.4, sizeClass: 'micro' }),
        dialect,
      };
      const naive = naiveJudge(world);
      const differences = engineJudge(world).flatMap((ours, probe) => compare(naive[probe]!, ours).differences);
      expect(differences, `${dialect} ${world.id}`).toEqual([]);
    }
  }
});

test('a gated pod keeps the room it is nominated to from 1.37 on', () => {
  const waiting = aPod('q', {
    requests: { cpu: '6' },
    spec: { priority: 10, schedulingGates: [{ name: 'g' }] },
    status: { nominatedNodeName: 'n' },
  });
  const situation = { nodes: [aNode('n')], pods: [waiting] };
  const coming = aPod('p', { requests: { cpu: '4' } });
  expect(judged({ ...situation, dialect: '1.36' }, coming)).toEqual({ n: 'fits' });
  expect(judged({ ...situation, dialect: '1.37' }, coming)).toEqual({ n: 'Insufficient cpu' });
});

test('the score of free resources heeds what a pod asks for as a whole in 1.34 alone', () => {
  const nodes = [aNode('a', { allocatable: { cpu: '4' } }), aNode('b', { allocatable: { cpu: '8' } })];
  const coming = aPod('p', { spec: { resources: { requests: { cpu: '2', memory: '1Gi' } } } });
  const free = (dialect: '1.34' | '1.35'): number => scored({ nodes, dialect }, coming, 'NodeResourcesFit')['a']!;
  expect(free('1.34')).toBe(71);
  expect(free('1.35')).toBe(97);
});

test('tolerations compare by size only where the gate is on', () => {
  const node = aNode('n', { spec: { taints: [{ key: 'sla', value: '950', effect: 'NoSchedule' }] } });
  const above = (operator: 'Gt' | 'Lt', value: string) =>
    aPod('p', { spec: { tolerations: [{ key: 'sla', operator, value }] } });
  const said = (comparesTaints: boolean, operator: 'Gt' | 'Lt', value: string): string => {
    const dialect = { ...newestDialect, comparesTaints };
    const store = new ClusterStore(dialect);
    store.apply({ kind: 'applied', of: 'Node', object: node });
    return judgeAll(store.view(), above(operator, value), defaultProfile(dialect)).nodes[0]!.verdict.kind;
  };
  expect(said(false, 'Gt', '900')).toBe('rejected');
  expect(said(true, 'Gt', '900')).toBe('fits');
  expect(said(true, 'Gt', '950')).toBe('rejected');
  expect(said(true, 'Lt', '951')).toBe('fits');
  expect(said(true, 'Lt', '0951')).toBe('rejected');
});

const broken: LabelSelector = { matchExpressions: [{ key: 'app', operator: 'In', values: [] }] };
const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: broken };

test('a selector that cannot be judged keeps its pod from everywhere', () => {
  const nodes = [aNode('a'), aNode('b')];
  const near = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
  const wish = {
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term }] },
  };
  const refused = { '*': 'parsing pod: an affinity term has a broken selector' };
  expect(judged({ nodes }, aPod('p', { spec: { affinity: near } }))).toEqual(refused);
  expect(judged({ nodes }, aPod('p', { spec: { affinity: wish } }))).toEqual(refused);
  const spread = (whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway') =>
    aPod('p', { spec: { topologySpreadConstraints: [{ ...term, maxSkew: 1, whenUnsatisfiable }] } });
  const [hard] = engineJudge({ id: '', objects: { nodes, pods: [] }, probes: [spread('DoNotSchedule')] });
  expect(hard!.preFilter).toMatchObject({ plugin: 'PodTopologySpread', code: 'Error' });
  const [soft] = engineJudge({ id: '', objects: { nodes, pods: [] }, probes: [spread('ScheduleAnyway')] });
  expect(soft!.scoreError).toContain('PodTopologySpread');
});

test('of a list of terms with a broken one, a placed pod keeps none', () => {
  const nodes = [aNode('a', { labels: { 'kubernetes.io/hostname': 'a' } })];
  const sound = { ...term, labelSelector: { matchLabels: { app: 'x' } } };
  const shunning = (...terms: (typeof term)[]) =>
    placedPod('q', 'a', {
      spec: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } },
    });
  const coming = aPod('p', { labels: { app: 'x' } });
  expect(judged({ nodes, pods: [shunning(sound)] }, coming)['a']).not.toBe('fits');
  expect(judged({ nodes, pods: [shunning(sound, term)] }, coming)['a']).toBe('fits');
});

test('where no node is left by name, who would speak later is not asked', () => {
  const byName = (name: string) => ({
    matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }],
  });
  const coming = aPod('p', {
    spec: {
      nodeName: 'a',
      affinity: {
        nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [byName('b')] } },
      },
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'absent' } }],
    },
  });
  expect(judged({ nodes: [aNode('a'), aNode('b')] }, coming)).toEqual({
    '*': "node(s) didn't satisfy plugin(s) [NodeAffinity NodeName] simultaneously",
  });
});
