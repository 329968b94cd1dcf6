import { expect } from 'vitest';
import { runProgram } from '#app/program.ts';
import { collectorTest } from '../collector/collector-test.ts';
import { captured } from '../support/captured.ts';
import { until } from '../support/until.ts';

collectorTest(
  'status: who leads from its Lease, the last pass from whom can be asked, coverage from nodes; what is not known is said',
  async ({ controlPlane, namespace, startNodes, startLoad, startScraping, startCollector }) => {
    const load = await startLoad(await startNodes(2));
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const collector = await startCollector({ 'prometheus-url': prometheus.url });
    const port = collector.told().find(({ kind }) => kind === 'started')?.facts?.['port'];
    const status = async (...flags: readonly string[]): Promise<string> => {
      const typed = ['status', '--lease-namespace', namespace, ...flags];
      const terminal = captured(typed, { env: { KUBECONFIG: controlPlane.kubeconfig } });
      expect(await runProgram(terminal)).toBe(0);
      return terminal.out();
    };
    const asked = ['--statusz', `http://127.0.0.1:${String(port)}`];
    const text = await until('a whole pass to be told', async () => {
      const told = await status(...asked);
      return /^collector .* whole /m.test(told) ? told : undefined;
    });
    expect(text).toMatch(/^collector {5}\S+ {3}\S+ ago {3}\S+ ago {3}whole {3,}\d+$/m);
    expect(text).toMatch(/^rescheduler {3}never ran +- +<unknown> +<unknown> +<unknown>$/m);
    expect(text).toMatch(/^Kill switch {4}moves may begin$/m);
    expect(text).toMatch(/^Coverage {7}\d+ of \d+ ready nodes/m);
    const alone = JSON.parse(await status('-o', 'json', '--statusz', 'http://127.0.0.1:1'));
    const { lease, said } = alone.roles.find(({ role }: { readonly role: string }) => role === 'collector');
    expect(lease.value.holder).toMatch(/./);
    expect(said).toEqual({ kind: 'unknown', why: 'whoever leads was not reached' });
    expect(alone.replicas).toEqual([
      { name: 'http://127.0.0.1:1', roles: { kind: 'unknown', why: expect.stringMatching(/./) } },
    ]);
  },
);
