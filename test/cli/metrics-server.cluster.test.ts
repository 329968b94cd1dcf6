import { beforeAll, expect } from 'vitest';
import { runProgram } from '#app/program.ts';
import { Interruption } from '#app/terminal.ts';
import type { NodeLoad } from '#views/top/node-rows.ts';
import { buildWithinMs, metricsServerProgram } from '../metrics-server/metrics-server-program.ts';
import { startMetricsServer } from '../metrics-server/start-metrics-server.ts';
import { captured } from '../support/captured.ts';
import { until } from '../support/until.ts';
import { cliTest } from './cli-test.ts';

let built: string | undefined;

beforeAll(async () => {
  built = await metricsServerProgram();
}, buildWithinMs);

cliTest(
  'metrics-server alone: top says how deep its verdicts are, and the doctor what is wanting',
  async ({ skip, plimsoll, controlPlane, api, namespace, startNodes, startLoad, deploy }) => {
    if (built === undefined) skip('metrics-server needs Go 1.26 or newer: install it from https://go.dev/dl');
    const cluster = await startNodes(3);
    const load = await startLoad(cluster, { speed: 1 });
    await deploy('web', 3);
    const [first] = load.model.nodes as [string];
    load.model.drive(first, { cpu: 0.93, memory: 0.5 });
    const place = { controlPlane, api, cluster, load, namespace, nodeSelector: `pool=${namespace}` };
    const server = await startMetricsServer(built!, place);
    try {
      const { code, out, err } = await plimsoll('top', 'nodes', '-o', 'json');
      expect(code).toBe(0);
      expect(err).toMatch(
        /^note: metrics-api remembers no past, so that verdicts are one sample deep: --observe watches/,
      );
      const { nodes } = JSON.parse(out) as { readonly nodes: readonly NodeLoad[] };
      expect(nodes[0]).toMatchObject({ name: first, verdict: 'unknown', leaning: 'hot', sources: ['metrics-api'] });
      expect(nodes[0]!.used.cpuCores).toBeCloseTo(load.model.read(first).use.cpuCores, 2);
      expect(nodes.slice(1).map(({ leaning }) => leaning)).toEqual(['cool', 'cool']);

      const watched = await plimsoll('top', 'nodes', '--observe', '1500ms', '--scrape-interval', '1s');
      expect(watched.err).toMatch(/^watching for 1s more\n/);
      expect(watched.err).toContain('verdicts are 3 readings deep');

      const interruption = new AbortController();
      const terminal = captured(['top', '--observe', '10m', '--kubeconfig', controlPlane.kubeconfig]);
      const stderr = {
        write: (text: string): void => {
          if (text.startsWith('watching')) interruption.abort(new Interruption('SIGINT'));
        },
      };
      expect(await runProgram({ ...terminal, stderr, signal: interruption.signal })).toBe(130);
      expect(terminal.out()).toBe('');

      // of a pod it says something once it has scraped it twice
      const pods = await until('metrics-server to know the pods', async () => {
        const { out } = await plimsoll('top', 'pods', '-n', namespace, '--no-headers');
        return out.includes('<unknown>') ? undefined : out;
      });
      expect(pods.trimEnd().split('\n')).toHaveLength(3);

      const doctor = await plimsoll('doctor', '--lease-namespace', namespace);
      expect(doctor.code).toBe(0);
      expect(doctor.out).toContain(`v1beta1.metrics.k8s.io is served by service ${namespace}/metrics-server`);
      expect(doctor.out).toContain('remedy: name one: PROMETHEUS_URL=http://…');
      expect(doctor.out).toMatch(/cpu: 3 of 3 nodes known from metrics-api in cores/);
    } finally {
      await server.stop();
    }
  },
);
