import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../support/until.ts';
import { collectorTest } from './collector-test.ts';

const cli = join(import.meta.dirname, '../../src/app/cli.ts');

for (const zone of ['Asia/Shanghai', 'America/New_York']) {
  collectorTest(
    `A-17, as a process in ${zone}: the time written is UTC; SIGTERM ends it with 0 and gives the lease back`,
    async ({ controlPlane, api, namespace, startNodes, startLoad, startScraping, marksOn }) => {
      const load = await startLoad(await startNodes(1));
      const [node] = load.model.nodes as [string];
      const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
      const program = spawn(
        process.execPath,
        [cli, 'serve', '--role', 'collector', '--http-port', '0', '--lease-namespace', namespace],
        {
          env: {
            PATH: process.env['PATH'],
            TZ: zone,
            KUBECONFIG: controlPlane.kubeconfig,
            PROMETHEUS_URL: prometheus.url,
            SCRAPE_INTERVAL: '1',
            POD_NAME: 'collector-1',
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      program.stdout.resume();
      const ended = once(program, 'exit');
      try {
        const marks = await until('the node to be marked', async () => {
          const on = await marksOn(node);
          return 'metrics.last-updated' in on ? on : undefined;
        });
        expect(marks['metrics.last-updated']).toMatch(/Z$/);
        expect(Math.abs(Date.now() - Date.parse(marks['metrics.last-updated']!))).toBeLessThan(60_000);
        program.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
        const lease = await api.get(`/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/plimsoll-collector`);
        expect(lease.body.spec.holderIdentity ?? '').toBe('');
      } finally {
        program.kill('SIGKILL');
      }
    },
  );
}
