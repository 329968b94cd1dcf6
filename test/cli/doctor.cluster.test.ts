import { afterAll, expect } from 'vitest';
import type { Finding, Level } from '#views/doctor/finding.ts';
import type { DoctorReport } from '#views/doctor/report.ts';
import { expectOk } from '../support/kube-api.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { until } from '../support/until.ts';
import { aBudget } from '../support/workloads.ts';
import { type CliFixtures, cliTest } from './cli-test.ts';

/** Other tests leave budgets and pods behind for a while: a cluster in which nothing is wrong has none of theirs. */
const { test: aloneTest, stop } = onOwnControlPlane(cliTest, {
  components: ['kube-controller-manager', 'kube-scheduler'],
});
afterAll(stop);

const IDLE = '1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[$window]))';
const BUSY = { cpu: 0.3, memory: 0.4 } as const;

function section(text: string, name: string): readonly Finding[] {
  return (JSON.parse(text) as DoctorReport).sections.find((one) => one.name === name)!.findings;
}

/** Asks the doctor until a finding of this section is of this level and says this. */
async function finding(
  plimsoll: CliFixtures['plimsoll'],
  flags: readonly string[],
  { of, level, says }: { readonly of: string; readonly level: Level; readonly says: RegExp },
): Promise<Finding & { readonly code: number }> {
  return until(`the doctor to say ${String(says)}`, async () => {
    const { code, out, err } = await plimsoll('doctor', ...flags, '-o', 'json');
    expect(err).toBe('');
    const found = section(out, of).find((one) => one.level === level && says.test(one.says));
    return found === undefined ? undefined : { ...found, code };
  });
}

aloneTest(
  'a healthy cluster: nothing to mend, exit code 0; with nothing asked in vain',
  async ({ plimsoll, namespace, startNodes, startLoad, startScraping, deploy }) => {
    const load = await startLoad(await startNodes(4), { speed: 1 });
    await deploy('web', 3);
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    // what a pod uses is known once it is as old as the window
    const flags = ['--prometheus-url', url, '--lease-namespace', namespace, '--prometheus-window', '8s'];
    const out = await until('the doctor to be content', async () => {
      const ran = await plimsoll('doctor', ...flags, '--fail-on', 'warning');
      return ran.code === 0 && ran.out.includes('is scraped every') && ran.out.includes('3 of 3') ? ran.out : undefined;
    });
    const steady = out
      .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, 'URL')
      .replaceAll(/\d+m?s( old|$)/gm, 'SPAN$1')
      .replaceAll(namespace, 'NAMESPACE')
      .replaceAll(/v1\.37\.\d+\S*/g, 'v1.37.N')
      .replaceAll(/version \d\S+/g, 'version N')
      .replaceAll(/every \d+s/g, 'every SPAN')
      .replaceAll(/holds \d+ scrapes/g, 'holds N scrapes');
    expect(steady).toMatchInlineSnapshot(`
      "API server
        ok        Kubernetes v1.37.N at URL: a version that is supported
        ok        it answers a small question in SPAN
        ok        its clock and ours agree to within a few seconds

      Rights
        ok        admin has the 13 rights that role collector needs

      Prometheus
        ok        URL answers: version N
        ok        job node-exporter is scraped every SPAN: the rate window of 8s holds N scrapes

      metrics.k8s.io
        ok        it is not registered: nothing measures for kubectl top; Prometheus does for us

      Signals
        ok        cpu: 4 of 4 nodes known from prometheus in ratio, mapped by label instance; the oldest sample is SPAN old
        ok        memory: 4 of 4 nodes known from prometheus in ratio, mapped by label instance; the oldest sample is SPAN old
        ok        load: 4 of 4 nodes known from prometheus in ratio, mapped by label instance; the oldest sample is SPAN old
        ok        cpu and memory are known of 4 of 4 ready nodes (100%)
        ok        pods: cpu and memory are known of 3 of 3 that run, from prometheus

      Disruption budgets
        ok        there is no disruption budget

      Neighbours
        ok        nobody else was found that moves pods or removes nodes

      Roles
        ok        no role has ever run here: namespace NAMESPACE has no Lease of ours

      15 ok, 0 warnings, 0 problems
      "
    `);
  },
);

cliTest(
  'a label that names no node: the label that does is told, and with it declared all is well',
  async ({ plimsoll, startNodes, startLoad, startScraping }) => {
    const load = await startLoad(await startNodes(3));
    const [exporters] = load.scrapeConfigs({ labeling: 'instance-name', jobs: ['node-exporter'] });
    const relabel_configs = [
      { source_labels: ['instance'], target_label: 'machine' },
      { source_labels: ['pod'], target_label: 'instance' },
    ];
    const { url } = await startScraping({ scrapeConfigs: [{ ...exporters, relabel_configs }] });
    const flags = ['--prometheus-url', url];
    const lost = await finding(plimsoll, flags, {
      of: 'Signals',
      level: 'problem',
      says: /^cpu: 3 of 3 series find no/,
    });
    expect(lost.code).toBe(1);
    expect(lost.remedy).toBe(
      'the label machine names nodes: declare it with --prometheus-node-label machine (sources.prometheus.nodeLabel: machine)',
    );
    expect(lost.evidence![0]).toMatch(/^\{instance="node-exporter-.*"\}: no live node has this name or address$/);
    const mended = [...flags, '--prometheus-node-label', 'machine'];
    await finding(plimsoll, mended, {
      of: 'Signals',
      level: 'ok',
      says: /^cpu: 3 of 3 nodes known .* the declared label/,
    });
  },
);

cliTest(
  'percents declared as ratios: the unit to declare, and with it declared all is well',
  async ({ plimsoll, aFile, startNodes, startLoad, startScraping }) => {
    const load = await startLoad(await startNodes(3));
    for (const node of load.model.nodes) load.model.drive(node, BUSY);
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const withUnit = (unit: string) =>
      aFile(
        `${unit}.yaml`,
        JSON.stringify({ sources: { prometheus: { url, queries: { cpu: { query: `100 * (${IDLE})`, unit } } } } }),
      );
    const wrong = await finding(plimsoll, ['--config', withUnit('ratio')], {
      of: 'Signals',
      level: 'problem',
      says: /^cpu: it is declared as ratio, and looks like percent/,
    });
    expect(wrong).toMatchObject({ code: 1, remedy: expect.stringContaining('queries.cpu.unit: percent') as string });
    await finding(plimsoll, ['--config', withUnit('percent')], {
      of: 'Signals',
      level: 'ok',
      says: /^cpu: 3 of 3 nodes known from prometheus in percent/,
    });
  },
);

cliTest(
  'half the exporters are silent, and a source that is an hour old',
  async ({ plimsoll, aFile, startNodes, startLoad, startScraping }) => {
    const load = await startLoad(await startNodes(4));
    const silent = load.model.nodes.slice(2);
    for (const node of silent) load.quirks.add(node, 'silent-exporter');
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const flags = ['--prometheus-url', url];
    const half = await finding(plimsoll, flags, {
      of: 'Signals',
      level: 'problem',
      says: /^cpu: no series speaks for 2/,
    });
    expect(half.code).toBe(1);
    expect(half.says).toBe(`cpu: no series speaks for 2 of 4 nodes: ${silent.join(', ')}`);
    expect(half.remedy).toContain('the targets page of Prometheus (up == 0)');
    const coverage = await finding(plimsoll, flags, {
      of: 'Signals',
      level: 'problem',
      says: /2 of 4 ready nodes \(50%\)/,
    });
    expect(coverage.says).toContain('below 90% nothing is moved');

    const memory = {
      query: '1 - node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes',
      takenAt: 'timestamp(node_memory_MemTotal_bytes) - 3600',
      unit: 'ratio',
    };
    const file = aFile('stale.yaml', JSON.stringify({ sources: { prometheus: { url, queries: { memory } } } }));
    const stale = await finding(plimsoll, ['--config', file], {
      of: 'Signals',
      level: 'problem',
      says: /^memory: samples too old to count: 2$/,
    });
    expect(stale.remedy).toContain('raise load.freshFor');
  },
);

cliTest(
  'an address that two nodes claim',
  async ({ plimsoll, api, namespace, startNodes, startLoad, startScraping }) => {
    const load = await startLoad(await startNodes(3));
    const [first] = load.model.nodes as [string];
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const name = `${namespace}-twin`;
    const address = load.model.addressOf(first);
    const status = { addresses: [{ type: 'InternalIP', address }] };
    expectOk(await api.create('/api/v1/nodes', { metadata: { name }, status }));
    try {
      const twins = await finding(plimsoll, ['--prometheus-url', url], {
        of: 'Signals',
        level: 'problem',
        says: /^cpu: 1 series speak of an address that several nodes claim/,
      });
      expect(twins.evidence).toEqual([`{instance="${address}:9100"}: ${address} is claimed by ${first} and ${name}`]);
      expect(twins.remedy).toContain('__meta_kubernetes_pod_node_name');
    } finally {
      await api.delete(`/api/v1/nodes/${name}`);
    }
  },
);

cliTest(
  'a service account that lacks rights: the rules to add, and sections that are forbidden are told',
  async ({ plimsoll, namespace, aServiceAccount }) => {
    const kubeconfig = await aServiceAccount([{ apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['list'] }]);
    const { code, out } = await plimsoll('doctor', '--kubeconfig', kubeconfig, '--lease-namespace', namespace);
    expect(code).toBe(1);
    expect(out).toContain(`system:serviceaccount:${namespace}:restricted may not do what role collector needs: `);
    expect(out).toContain('remedy: add to a ClusterRole bound to it:');
    expect(out).toContain('- {apiGroups: [""], resources: [nodes], verbs: [patch, watch]}');
    expect(out).toContain('- {apiGroups: [""], resources: [pods], verbs: [watch]}');
    expect(out).toContain(`remedy: add to a Role in ${namespace} bound to it:`);
    const ofLeases = '- {apiGroups: ["coordination.k8s.io"], resources: [leases]';
    expect(out).toContain(`${ofLeases}, resourceNames: [plimsoll-collector], verbs: [get, update]}`);
    expect(out).toContain(`${ofLeases}, verbs: [create]}`);
    expect(out).toContain('we may not see how it is registered');
    expect(out).toMatch(/Disruption budgets\n {2}problem {3}it could not be looked at: GET .*poddisruptionbudgets/);
  },
);

aloneTest(
  'budgets that forbid all, and others that move pods',
  async ({ plimsoll, api, namespace, startNodes, deploy }) => {
    await startNodes(2);
    await deploy('web', 2);
    expectOk(
      await api.create(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`, aBudget('web', 'web', 2)),
    );
    const pod = { spec: { containers: [{ name: 'd', image: 'registry.k8s.io/descheduler/descheduler:v0.34.0' }] } };
    const labels = { app: 'descheduler' };
    expectOk(
      await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, {
        metadata: { name: 'descheduler' },
        spec: { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, ...pod } },
      }),
    );
    const never = { of: 'Disruption budgets', level: 'warning', says: /^no pod can ever be evicted/ } as const;
    const budget = await finding(plimsoll, [], never);
    expect(budget.evidence).toEqual([`${namespace}/web (minAvailable 2): 2 of 2 pods healthy, 2 demanded`]);
    const { evidence, remedy } = await finding(plimsoll, [], {
      of: 'Neighbours',
      level: 'warning',
      says: /^descheduler is here/,
    });
    expect(evidence).toEqual([`${namespace}/descheduler: registry.k8s.io/descheduler/descheduler:v0.34.0`]);
    expect(remedy).toContain('LowNodeUtilization');
  },
);
