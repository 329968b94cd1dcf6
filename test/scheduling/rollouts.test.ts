import { expect, test } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { sheetsOf } from '#decisions/scheduling/class-sheets.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { aNode, aPod } from './build-world.ts';

const profile = defaultProfile(newestDialect);
const host = 'kubernetes.io/hostname';
const zone = 'topology.kubernetes.io/zone';
const nodesAtATime = 12;
const podsAtATime = 30;
const rollouts = 4000;

/** Node after node comes and goes, each with a name and a taint of its own. */
const nodeOf = (number: number): Node =>
  aNode(`n${number}`, {
    labels: { [host]: `n${number}`, [zone]: `z${number % 3}` },
    spec: { taints: [{ key: 'born', value: `${number}`, effect: 'PreferNoSchedule' }] },
  });

/** One pod of a revision of its own: it shuns its likes, is spread, and waits for a claim that is not there. */
function podOf(revision: number, nodeName?: string): Pod {
  const labelSelector = { matchLabels: { app: 'web', hash: `${revision}` } };
  const term = { topologyKey: host, labelSelector };
  const pod = aPod(`web-${revision}`, {
    labels: { app: 'web', hash: `${revision}` },
    requests: { cpu: '100m' },
    spec: {
      ...(nodeName === undefined ? {} : { nodeName }),
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } },
      topologySpreadConstraints: [{ topologyKey: zone, maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector }],
    },
  });
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: `claim-${revision}` } }];
  return revision % 2 === 0 ? pod : { ...pod, spec: { ...pod.spec, volumes } };
}

const answer = (view: ClusterView, pod: Pod): unknown => {
  const { refused, nodes } = judgeAll(view, pod, profile);
  return { refused, nodes: nodes.toSorted((a, b) => (a.nodeName < b.nodeName ? -1 : 1)) };
};

test(
  'rollout after rollout, what is kept stays within bounds, and what is said stays the same',
  { timeout: 60_000 },
  () => {
    const store = new ClusterStore();
    let most = 0;
    for (let at = 0; at < rollouts; at++) {
      store.apply({ kind: 'applied', of: 'Node', object: nodeOf(at) });
      store.apply({ kind: 'applied', of: 'Pod', object: podOf(at, `n${at}`) });
      if (at >= podsAtATime) store.apply({ kind: 'removed', of: 'Pod', object: podOf(at - podsAtATime) });
      if (at >= nodesAtATime) store.apply({ kind: 'removed', of: 'Node', object: nodeOf(at - nodesAtATime) });
      if (at % 8 === 0) judgeAll(store.view(), podOf(at + 1), profile);
      const { shapes, labelClasses, termGroups, nodeValues } = store.kept();
      most = Math.max(most, shapes + labelClasses + termGroups + nodeValues);
    }
    // a few hundred of them are in use at any time
    expect(most).toBeLessThan(8000);
    const view = store.view();

    const fresh = new ClusterStore();
    for (let at = rollouts - nodesAtATime; at < rollouts; at++) {
      fresh.apply({ kind: 'applied', of: 'Node', object: nodeOf(at) });
    }
    for (let at = rollouts - podsAtATime; at < rollouts; at++) {
      fresh.apply({ kind: 'applied', of: 'Pod', object: podOf(at, `n${at}`) });
    }
    for (const probe of [podOf(rollouts - 2), podOf(rollouts - 7), podOf(rollouts + 4)]) {
      expect(answer(view, probe)).toEqual(answer(fresh.view(), probe));
    }
    const moved = view.pod(`blue/web-${rollouts - 2}`)!;
    const before = answer(view, podOf(rollouts - 2));
    view.suppose((whatIf) => whatIf.move(moved, whatIf.rowOf(`n${rollouts - 1}`)));
    expect(answer(view, podOf(rollouts - 2))).toEqual(before);
  },
);

test("words that name a pod's own claims are not kept for ever", { timeout: 60_000 }, () => {
  const store = new ClusterStore();
  store.apply({ kind: 'applied', of: 'Node', object: nodeOf(0) });
  const view = store.view();
  const sheets = sheetsOf(profile, view);
  for (let at = 0; at < 9000; at++) {
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: `claim-${at}` } }];
    judgeAll(view, aPod(`p${at}`, { spec: { volumes } }), profile);
  }
  expect(sheets.book.size).toBeLessThan(8000);
  expect(sheets.size).toBeLessThanOrEqual(2048);
});
