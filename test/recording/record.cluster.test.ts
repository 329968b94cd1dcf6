import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { PlanDocument } from '#views/plan/plan-document.ts';
import { cliTest, QUICK } from '../cli/cli-test.ts';
import { expectOk } from '../support/kube-api.ts';
import { until } from '../support/until.ts';

cliTest(
  'what is recorded of a cluster is gone on with after a crash, gives the plan of its moment, and holds no secrets',
  async ({ api, namespace, plimsoll, startNodes, startLoad, startScraping, deploy, aFile, aServiceAccount }) => {
    const cluster = await startNodes(3);
    const load = await startLoad(cluster, { speed: 1 });
    await deploy('web', 4, { cpu: '200m', memory: '128Mi' });
    const secretive = {
      metadata: { name: 'secretive', annotations: { 'example.org/token': 'hush-annotation' } },
      spec: {
        schedulerName: 'nobody',
        containers: [
          { name: 'app', image: 'app', env: [{ name: 'TOKEN', value: 'hush-env' }], args: ['hush-argument'] },
        ],
      },
    };
    expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, secretive));
    const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const kubeconfig = await aServiceAccount([
      { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] },
      { nonResourceURLs: ['*'], verbs: ['get'] },
    ]);
    const source = ['--kubeconfig', kubeconfig, '--prometheus-url', url, ...QUICK] as const;

    const sightOf = ({ out }: { readonly out: string }): Pick<PlanDocument, 'sight' | 'coverage'> =>
      JSON.parse(out) as PlanDocument;
    await until('load to be known', async () => {
      const live = await plimsoll('plan', ...source, '-o', 'json');
      return live.code === 0 && sightOf(live).coverage.share === 1 ? true : undefined;
    });
    const file = aFile('shop.ndjson.gz', '');
    const first = await plimsoll('record', file, ...source, '--every', '1s', '--for', '2s');
    expect(first.code, first.err).toBe(0);
    expect(first.err).toMatch(/look 1: \d+ nodes, \d+ pods, \d+ changes.*; [\d.]+Ki/);
    expect(first.err).toContain('look 3: ');
    const whole = statSync(file).size;

    appendFileSync(file, readFileSync(file).subarray(0, 100));
    const second = await plimsoll('record', file, ...source, '--every', '1s', '--for', '1s');
    expect(second.code, second.err).toBe(0);
    expect(second.err).toContain('was torn while it was written: it is cut off');
    expect(second.err).toContain('going on after 3 looks');
    expect(statSync(file).size).toBeGreaterThan(whole);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain('"secretive"');
    expect(text).not.toContain('hush-');

    const planned = await plimsoll('plan', '-f', file, ...QUICK, '-o', 'json');
    expect(planned.code, planned.err).toBe(0);
    expect(sightOf(planned)).toMatchObject({ sight: 'seeing', coverage: { share: 1 } });
  },
  120_000,
);
