import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { PodExplanation } from '#views/explain/pod-explanation.ts';
import type { PlanDocument } from '#views/plan/plan-document.ts';
import { cliTest, QUICK } from '../cli/cli-test.ts';
import type { LoadModel } from '../hollow-load/load-model.ts';
import { cordon } from '../support/cordon.ts';
import { expectOk } from '../support/kube-api.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { until } from '../support/until.ts';
import { aBudget } from '../support/workloads.ts';

/** Moves of other tests count too: against the hour’s budget, and for the breaker. */
const { test, stop } = onOwnControlPlane(cliTest, { components: ['kube-controller-manager', 'kube-scheduler'] });
afterAll(stop);

const NODES = 20;
const heavy = ['amber', 'birch', 'cedar', 'dune'] as const;

/** Everything that runs on these nodes works at so many cores a pod. */
function drive(model: LoadModel, nodes: readonly string[], cpuCores: number): void {
  for (const node of nodes) {
    for (const { run } of model.read(node).pods) {
      const { namespace, name } = run.pod.metadata;
      model.drivePod(namespace, name, { cpuCores, memoryBytes: 2 ** 28 });
    }
  }
}

/** What each node would use, by the model, once the moves are made. */
function afterwards(model: LoadModel, moves: PlanDocument['moves']): Map<string, number> {
  const used = new Map(model.nodes.map((node) => [node, model.read(node).use.cpuCores]));
  for (const { pod, from, to } of moves) {
    const { use } = model.read(from).pods.find(({ run }) => run.pod.metadata.uid === pod.uid)!;
    used.set(from, used.get(from)! - use.cpuCores);
    used.set(to, used.get(to)! + use.cpuCores);
  }
  return used;
}

test('plan brings two hot nodes under their line by moves that the scheduler would make, and writes nothing', async ({
  api,
  namespace,
  plimsoll,
  startNodes,
  startLoad,
  startScraping,
  deploy,
  aServiceAccount,
}) => {
  const cluster = await startNodes(NODES);
  const load = await startLoad(cluster, { speed: 1 });
  const { model } = load;
  // of one size: the forecast takes the pods of one owner to be alike
  const [first, second] = [model.nodes[0]!, model.nodes[4]!];
  const others = model.nodes.filter((node) => node !== first && node !== second);
  await cordon(api, namespace, others, true);
  for (const name of heavy) await deploy(name, 2, { cpu: '300m', memory: '256Mi' });
  const policies = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  expectOk(await api.create(policies, aBudget('held', 'amber', 2)));
  await cordon(api, namespace, others, false);
  await cordon(api, namespace, [first, second], true);
  await deploy('light', 12, { cpu: '200m', memory: '128Mi' });
  await cordon(api, namespace, [first, second], false);
  const { cpuCores } = model.read(first).capacity;
  drive(model, others, 0.05 * cpuCores);
  drive(model, [first, second], 0.23 * cpuCores);
  const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });

  const kubeconfig = await aServiceAccount([
    { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] },
    { nonResourceURLs: ['*'], verbs: ['get'] },
  ]);
  const ask = ['plan', '--kubeconfig', kubeconfig, '--prometheus-url', url, ...QUICK] as const;
  const forBoth = ({ nodes, moves }: PlanDocument): boolean =>
    nodes.filter(({ verdict, outcome }) => verdict === 'hot' && outcome !== 'blind').length === 2 &&
    new Set(moves.map(({ from }) => from)).size === 2;
  let told = '';
  const plan = await until(
    'a plan for both hot nodes',
    async () => {
      const { out, code, err } = await plimsoll(...ask, '-o', 'json');
      expect(code, err).toBe(0);
      told = out;
      const document = JSON.parse(out) as PlanDocument;
      return forBoth(document) ? document : undefined;
    },
    90_000,
  ).catch((cause: unknown) => {
    throw new Error(`the plan stayed:\n${told}`, { cause });
  });

  expect(new Set(plan.moves.map(({ from }) => from))).toEqual(new Set([first, second]));
  expect(plan.moves.length).toBeLessThanOrEqual(5);
  expect(plan.budgets.pass).toEqual({ limit: 5, planned: plan.moves.length });
  for (const [node, used] of afterwards(model, plan.moves)) {
    expect.soft(used / model.read(node).capacity.cpuCores, node).toBeLessThan(0.8);
  }
  for (const { pod, to } of plan.moves) {
    const { out } = await plimsoll('explain', 'pod', `${pod.namespace}/${pod.name}`, '-o', 'json');
    const { nodes } = JSON.parse(out) as PodExplanation;
    expect.soft(nodes.find(({ node }) => node === to)).toMatchObject({ verdict: 'fits' });
  }
  // the budget lets none of its two pods go, and it is said
  expect(plan.moves.map(({ workload }) => workload.name)).not.toContain('amber');
  expect(plan.nodes[0]!.stays.find(({ pod }) => pod.name.startsWith('amber-'))).toMatchObject({
    kind: 'unmovable',
    reason: 'disruption budget held allows no disruption now',
  });

  // promise 8: what was recorded of a live plan gives that plan again, to the byte
  const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-plan-')), 'now.ndjson.gz');
  const live = await plimsoll(...ask, '-o', 'json', '--record', file);
  const again = await plimsoll('plan', '-f', file, ...QUICK, '-o', 'json');
  rmSync(dirname(file), { recursive: true });
  expect(JSON.parse(live.out)).toMatchObject({ sight: 'seeing' });
  expect(again.out).toBe(live.out);
  expect(again.err).toBe(live.err);

  const text = await plimsoll(...ask, '-o', 'wide');
  expect(text.out).toMatch(/^\d moves?; 2 nodes are hot\. They avoid \d+ minutes of overload within a day\./);
  expect(text.out).toMatch(/^Budgets: \d of 5 moves of this pass, \d of 5 of this hour\.$/m);
  expect(text.out).toMatch(new RegExp(`Node ${first} is hot by cpu: `));
}, 300_000);
