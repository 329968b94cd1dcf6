import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kubeFault } from '#kube/faults.ts';
import type { Credentials } from '../credentials.ts';
import { aScript } from '../fixtures/temporary-folder.ts';
import { askPlugin } from './ask-plugin.ts';
import type { ExecAnswer } from './exec-answer.ts';
import { execCredentials } from './exec-credentials.ts';

const options = { renewBeforeMs: 30_000, leaveAloneMs: 10_000 };
const minutes = 60_000;

/** A plugin whose n-th run answers with token n; `lives` is the life of each. */
function aPlugin(
  lives: number | undefined,
  now: () => number,
): { credentials: Credentials; runs: () => number; fail: (fails: boolean) => void; told: string[] } {
  let runs = 0;
  let fails = false;
  const told: string[] = [];
  const ask = async (): Promise<ExecAnswer> => {
    runs += 1;
    await Promise.resolve();
    if (fails) throw kubeFault('kube/exec-failed', 'log in first');
    return { headers: { authorization: `Bearer ${runs}` }, certificate: undefined, expiresAt: lives && now() + lives };
  };
  const observer = { pluginFailed: (_: string, why: Error) => told.push(why.message) };
  return {
    credentials: execCredentials('plugin', ask, options, observer),
    runs: () => runs,
    told,
    fail: (next) => {
      fails = next;
    },
  };
}

describe('what a plugin answers', () => {
  const cases = [
    { name: 'is kept while it holds', lives: 15 * minutes, at: [0, 1, 14 * minutes], want: ['1', '1', '1'] },
    {
      name: 'is renewed shortly before its end',
      lives: 15 * minutes,
      at: [0, 14.4 * minutes, 14.6 * minutes],
      want: ['1', '1', '2'],
    },
    {
      name: 'that lives briefly is renewed in the last tenth of its life',
      lives: 1 * minutes,
      at: [0, 53_000, 54_000],
      want: ['1', '1', '2'],
    },
    { name: 'that names no end is kept', lives: undefined, at: [0, 10_000 * minutes], want: ['1', '1'] },
    { name: 'that is past its end is asked for each time', lives: -1, at: [0, 1, 2], want: ['1', '2', '3'] },
  ];
  for (const c of cases) {
    test(c.name, async () => {
      let now = 0;
      const { credentials } = aPlugin(c.lives, () => now);
      const got: string[] = [];
      for (const at of c.at) {
        now = at;
        got.push((await credentials.headers(now))['authorization']?.replace('Bearer ', '') ?? '');
      }
      expect(got).toEqual(c.want);
    });
  }
});

describe('after a refusal', () => {
  test('a plugin runs again at once, and only once for all that were refused together', async () => {
    const { credentials, runs } = aPlugin(15 * minutes, () => 0);
    const used = await credentials.headers(0);
    for (let refused = 0; refused < 10; refused += 1) credentials.refused(used);
    await Promise.all(Array.from({ length: 10 }, () => credentials.headers(1)));
    credentials.refused(used); // a latecomer: these headers are no longer in use
    expect(await credentials.headers(2)).toEqual({ authorization: 'Bearer 2' });
    expect(runs()).toBe(2);
  });

  test('of the fresh answer too, the plugin is left alone for a while', async () => {
    const { credentials, runs } = aPlugin(15 * minutes, () => 0);
    for (let now = 0; now < 10_100; now += 100) {
      await credentials.headers(now);
      credentials.refused();
    }
    expect(runs()).toBe(2);
    await credentials.headers(10_100); // ten seconds after the second run
    expect(runs()).toBe(3);
  });

  test('of nothing, nothing happens', async () => {
    const { credentials, runs } = aPlugin(15 * minutes, () => 0);
    credentials.refused();
    await credentials.headers(0);
    await credentials.headers(1);
    expect(runs()).toBe(1);
  });
});

describe('a plugin that fails', () => {
  test('at first is a fault, and is asked again the next time', async () => {
    const { credentials, fail } = aPlugin(15 * minutes, () => 0);
    fail(true);
    await expect(credentials.headers(0)).rejects.toThrow('log in first');
    fail(false);
    expect(await credentials.headers(1)).toEqual({ authorization: 'Bearer 2' });
  });

  test('to renew does not take away what still holds', async () => {
    const { credentials, fail, told, runs } = aPlugin(15 * minutes, () => 0);
    await credentials.headers(0);
    fail(true);
    expect(await credentials.headers(14.6 * minutes)).toEqual({ authorization: 'Bearer 1' });
    expect(await credentials.headers(14.7 * minutes)).toEqual({ authorization: 'Bearer 1' });
    expect([told, runs()]).toEqual([['log in first'], 2]);
    await expect(credentials.headers(15 * minutes)).rejects.toThrow('log in first');
  });
});

test('however many want credentials at once, one real plugin runs', async () => {
  const file = await aScript(`
    echo run >> "$(dirname "$0")/runs"
    echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"abc"}}'`);
  const plugin = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: file,
    args: [],
    env: {},
    interactiveMode: 'Never',
    installHint: undefined,
    cluster: undefined,
  } as const;
  const around = { env: { PATH: '/usr/bin:/bin' }, stdinIsTerminal: false, timeoutMs: 20_000, observer: {} };
  const credentials = execCredentials(file, () => askPlugin(plugin, around), options, {});
  const all = await Promise.all(Array.from({ length: 50 }, () => credentials.headers(0)));
  expect(new Set(all)).toEqual(new Set([{ authorization: 'Bearer abc' }]));
  expect(await readFile(join(dirname(file), 'runs'), 'utf8')).toBe('run\n');
});
