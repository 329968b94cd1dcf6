import { expect } from 'vitest';
import type { NodeLoad } from '#views/top/node-rows.ts';
import type { PodLoad } from '#views/top/pod-rows.ts';
import { until } from '../support/until.ts';
import { cliTest } from './cli-test.ts';

/** Short, so that the past of a Prometheus that has just started is a whole one. */
const QUICK = ['--scrape-interval', '1s', '--prometheus-scrape-interval', '1s'] as const;

cliTest(
  'top nodes says what the model says, the hot node first, beside what its pods ask for',
  async ({ plimsoll, startNodes, startLoad, startScraping, deploy }) => {
    const cluster = await startNodes(3);
    const load = await startLoad(cluster);
    await deploy('web', 6, { cpu: '500m', memory: '1Gi' });
    const [first, second, third] = load.model.nodes as [string, string, string];
    load.model.drive(first, { cpu: 0.2, memory: 0.3 });
    load.model.drive(second, { cpu: 0.93, memory: 0.5 });
    load.model.drive(third, { cpu: 0.4, memory: 0.6 });
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const top = ['top', 'nodes', '--prometheus-url', url, ...QUICK] as const;
    const nodes = await until('the past to hold a verdict', async () => {
      const { out, err, code } = await plimsoll(...top, '-o', 'json');
      if (code !== 0) return undefined;
      expect(err).not.toContain('error[');
      const answer = JSON.parse(out) as { readonly nodes: readonly NodeLoad[] };
      return answer.nodes.every(({ verdict, signals }) => verdict !== 'unknown' && signals[0]!.depth === 5)
        ? answer.nodes
        : undefined;
    });
    expect(nodes.map(({ name, verdict }) => [name, verdict])).toEqual([
      [second, 'hot'],
      [third, 'cool'],
      [first, 'cool'],
    ]);
    for (const { name, used, usedShare, capacity, oldestSample } of nodes) {
      const { use } = load.model.read(name);
      expect(used.cpuCores).toBeCloseTo(use.cpuCores, 1);
      expect(usedShare.memoryBytes).toBeCloseTo(use.memoryBytes / capacity.memoryBytes!, 3);
      expect(Date.now() - Date.parse(oldestSample!)).toBeLessThan(20_000);
    }
    expect(nodes.reduce((sum, { requested }) => sum + requested.cpuCores!, 0)).toBe(3);
    expect(nodes.reduce((sum, { pods }) => sum + pods!, 0)).toBe(6);

    const { out } = await plimsoll(...top);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^NAME +VERDICT +CPU\(cores\) +CPU\(%\) +CPU REQ\(%\) .* LOAD +PODS +AGE +SOURCE$/);
    expect(lines[1]).toMatch(new RegExp(`^${second} +hot +\\d+m +93% .* 50% .* prometheus$`));
    expect(lines.at(-2)).toMatch(
      /^3 nodes: 1 hot, 2 cool\. CPU \d+% used, \d+% requested; memory \d+% used, \d+% requested\.$/,
    );

    const one = await plimsoll('top', 'node', second, '--prometheus-url', url, ...QUICK, '--no-headers');
    expect(one.out.trimEnd().split('\n')).toHaveLength(1);
    expect(await plimsoll(...top.slice(0, 2), 'n-none', ...top.slice(2))).toMatchObject({
      code: 2,
      err: expect.stringContaining('error[look/no-such-object]: looking for node n-none') as string,
    });
  },
);

cliTest(
  'top pods says what the model says, in one namespace or in all',
  async ({ plimsoll, namespace, startNodes, startLoad, startScraping, deploy }) => {
    const load = await startLoad(await startNodes(2), { speed: 1 });
    await deploy('web', 3, { cpu: '500m', memory: '1Gi' });
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    // what a pod uses is unknown until it is as old as the window
    const top = ['top', 'pods', '--prometheus-url', url, '--prometheus-window', '5s'] as const;
    const usedBy = (pod: string) => {
      const running = load.model.nodes.flatMap((node) => load.model.read(node).pods);
      return running.find(({ run }) => run.pod.metadata.name === pod)!.use;
    };
    const pods = await until('every pod to be as the model says', async () => {
      const { out } = await plimsoll(...top, '-n', namespace, '-o', 'json');
      const known = out === '' ? [] : (JSON.parse(out) as { readonly pods: readonly PodLoad[] }).pods;
      const isTrue = ({ name, cpu, memory }: PodLoad): boolean =>
        Math.abs((cpu.used.value ?? Infinity) - usedBy(name).cpuCores) < 0.01 &&
        Math.abs((memory.used.value ?? Infinity) / usedBy(name).memoryBytes - 1) < 0.05;
      return known.length === 3 && known.every(isTrue) ? known : undefined;
    });
    for (const { cpu, memory } of pods) {
      expect(cpu).toMatchObject({ requested: 0.5, limit: null, used: { source: 'prometheus' } });
      expect(memory).toMatchObject({ requested: 2 ** 30, limit: null });
    }
    const uses = pods.map(({ cpu }) => cpu.used.value!);
    expect(uses).toEqual(uses.toSorted((one, other) => other - one));
    const elsewhere = await plimsoll(...top);
    expect(elsewhere.out).not.toContain('web-');
    const everywhere = await plimsoll(...top, '-A');
    expect(everywhere.out).toMatch(/^NAMESPACE +NAME +CPU\(cores\) +CPU REQ/);
    expect(everywhere.out).toContain(namespace);
  },
);

cliTest(
  'a user of one namespace sees its pods',
  async ({ plimsoll, namespace, startNodes, startLoad, startScraping, deploy, api, aServiceAccount }) => {
    const load = await startLoad(await startNodes(1), { speed: 1 });
    await deploy('web', 1);
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const kubeconfig = await aServiceAccount([]);
    const role = { metadata: { name: 'reader' }, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }] };
    const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
    await api.create(`${roles}/roles`, role);
    await api.create(`${roles}/rolebindings`, {
      metadata: { name: 'reader' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      subjects: [{ kind: 'ServiceAccount', namespace, name: 'restricted' }],
    });
    const ran = await until('the pod to be known', async () => {
      const { out, err, code } = await plimsoll(
        'top',
        'pods',
        '-n',
        namespace,
        '--kubeconfig',
        kubeconfig,
        '--prometheus-url',
        url,
        '--prometheus-window',
        '5s', // a younger pod is not known
      );
      return /web-\S+ +\d+m/.test(out) ? { out, err, code } : undefined;
    });
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('note: GET /api/v1/nodes');
    const nodes = await plimsoll('top', 'nodes', '--kubeconfig', kubeconfig, '--prometheus-url', url);
    expect(nodes).toMatchObject({ code: 3, err: expect.stringContaining('error[kube/forbidden]') as string });
  },
);

cliTest('without any source it says what to do', async ({ plimsoll }) => {
  const ran = await plimsoll('top');
  expect(ran).toMatchObject({ code: 3, out: '' });
  expect(ran.err).toMatch(/^error\[look\/no-load\]: reading load: no source answered: GET \/apis\/metrics\.k8s\.io/);
  expect(ran.err).toContain('PROMETHEUS_URL=http://…');
});
