import { expect } from 'vitest';
import { expectOk } from '../support/kube-api.ts';
import { installTest } from './install-test.ts';

installTest(
  'pause and resume: in force for whoever reads the ConfigMap, and told',
  async ({ api, namespace, plimsoll }) => {
    const flags = ['--lease-namespace', namespace];
    const path = `/api/v1/namespaces/${namespace}/configmaps/plimsoll-control`;
    expect(await plimsoll('resume', ...flags)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Nothing was held/),
    });
    expect((await api.get(path)).status).toBe(404);

    const paused = await plimsoll('pause', ...flags, '--reason', 'The database is upgraded.');
    expect(paused).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Paused: no move begins before `plimsoll resume`/),
    });
    expect(expectOk(await api.get(path)).data).toMatchObject({
      paused: 'true',
      'paused-reason': 'The database is upgraded. (admin)',
    });

    expectOk(await api.merge(path, { data: { 'breaker-open': 'true', 'breaker-reason': 'Moves do not help.' } }));
    const resumed = await plimsoll('resume', ...flags);
    expect(resumed.out).toMatch(
      /^Resumed; it was paused since 2\S+Z: The database is upgraded. \(admin\)\.\nThe circuit breaker is closed; it was open since an unknown time: Moves do not help\.\n$/,
    );
    expect(expectOk(await api.get(path)).data).toEqual({
      paused: 'false',
      'paused-since': expect.any(String),
      'breaker-open': 'false',
      'breaker-since': expect.any(String),
    });
  },
);

installTest('where nothing of ours is installed, pause says so', async ({ plimsoll }) => {
  const { code, err } = await plimsoll('pause', '--lease-namespace', 'nowhere');
  expect(code).not.toBe(0);
  expect(err).toContain('error[serve/no-namespace]: writing the kill switch: there is no namespace nowhere');
});
