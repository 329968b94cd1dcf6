import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aScript } from '../fixtures/temporary-folder.ts';
import type { PluginSurroundings } from './ask-plugin.ts';
import { askPlugin } from './ask-plugin.ts';
import type { ExecPlugin } from './exec-plugin.ts';

const answer = `echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"abc"}}'`;

function aPlugin(command: string, more: Partial<ExecPlugin> = {}): ExecPlugin {
  return {
    apiVersion: 'client.authentication.k8s.io/v1',
    command,
    args: [],
    env: {},
    interactiveMode: 'Never',
    installHint: undefined,
    cluster: undefined,
    ...more,
  };
}
const env = { PATH: '/usr/bin:/bin', INHERITED: 'yes', BOTH: 'ours' };
const around = (more: Partial<PluginSurroundings> = {}): PluginSurroundings => ({
  env,
  stdinIsTerminal: false,
  timeoutMs: 20_000,
  observer: {},
  ...more,
});

test('a plugin gets its arguments, our environment with its own on top, the request, and no stdin', async () => {
  const file = await aScript(`
    { echo "$@"; echo "$INHERITED $BOTH $OWN"; echo "$KUBERNETES_EXEC_INFO"; cat; } > "$(dirname "$0")/seen"
    ${answer}`);
  await askPlugin(aPlugin(file, { args: ['get', 'a token'], env: { BOTH: 'its', OWN: 'o' } }), around());
  expect(await readFile(join(dirname(file), 'seen'), 'utf8')).toBe(
    'get a token\nyes its o\n{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}}\n',
  );
});

test('a plugin that wants to know the cluster is told', async () => {
  const file = await aScript(`echo "$KUBERNETES_EXEC_INFO" > "$(dirname "$0")/seen"\n${answer}`);
  const cluster = {
    server: 'https://a',
    tlsServerName: undefined,
    insecureSkipTlsVerify: false,
    certificateAuthority: undefined,
    proxyUrl: undefined,
    disableCompression: false,
    config: { audience: 'x' },
  };
  await askPlugin(aPlugin(file, { cluster: () => Promise.resolve(cluster) }), around());
  const seen: unknown = JSON.parse(await readFile(join(dirname(file), 'seen'), 'utf8'));
  expect(seen).toMatchObject({ spec: { cluster: { server: 'https://a', config: { audience: 'x' } } } });
});

test('a bare command is found in PATH', async () => {
  const file = await aScript(answer, 'kube-login');
  const plugin = aPlugin('kube-login');
  const asked = await askPlugin(plugin, around({ env: { PATH: `${dirname(file)}:/usr/bin:/bin` } }));
  expect(asked.headers).toEqual({ authorization: 'Bearer abc' });
});

describe('whether it may talk to the person', () => {
  const cases = [
    { name: 'never, even at a terminal', interactiveMode: 'Never', stdinIsTerminal: true, want: false },
    { name: 'if available, at a terminal', interactiveMode: 'IfAvailable', stdinIsTerminal: true, want: true },
    { name: 'if available, without one', interactiveMode: 'IfAvailable', stdinIsTerminal: false, want: false },
    { name: 'always, at a terminal', interactiveMode: 'Always', stdinIsTerminal: true, want: true },
  ] as const;
  for (const c of cases) {
    test(c.name, async () => {
      const file = await aScript(`echo "$KUBERNETES_EXEC_INFO" > "$(dirname "$0")/seen"\n${answer}`);
      await askPlugin(
        aPlugin(file, { interactiveMode: c.interactiveMode }),
        around({ stdinIsTerminal: c.stdinIsTerminal }),
      );
      expect(await readFile(join(dirname(file), 'seen'), 'utf8')).toContain(`"interactive":${c.want}`);
    });
  }

  test('always, without a terminal: it is not even started', async () => {
    const file = await aScript(`touch "$(dirname "$0")/ran"\n${answer}`);
    await expect(askPlugin(aPlugin(file, { interactiveMode: 'Always' }), around())).rejects.toThrow(
      'standard input is not a terminal',
    );
    await expect(stat(join(dirname(file), 'ran'))).rejects.toThrow('ENOENT');
  });
});

describe('a plugin that gives nothing', () => {
  const cases = [
    { name: 'says how it ended', body: 'exit 3', want: 'it exited with 3' },
    {
      name: 'says what it said, the end of it',
      body: 'seq 1 9 >&2; echo please log in >&2; exit 1',
      want: 'it exited with 1, saying: 6\n7\n8\n9\nplease log in',
    },
    {
      name: 'never says a secret',
      body: 'echo "refused: $API_TOKEN, --password=abc" >&2; exit 1',
      want: 'saying: refused: [blanked], --password=[blanked]',
    },
    { name: 'may be ended by a signal', body: 'kill -TERM $$', want: 'SIGTERM ended it' },
    {
      name: 'may print without end',
      body: 'cat /dev/zero | tr "\\0" x',
      want: 'it printed more than any credentials need',
    },
  ];
  for (const c of cases) {
    test(c.name, async () => {
      const plugin = aPlugin(await aScript(c.body), { env: { API_TOKEN: 'hunter2' } });
      await expect(askPlugin(plugin, around())).rejects.toThrow(c.want);
      await expect(askPlugin(plugin, around())).rejects.toMatchObject({ code: 'kube/exec-failed', retry: 'soon' });
    });
  }

  test('that cannot even be started is no crash', async () => {
    const plugin = aPlugin(await aScript(answer), { env: { MUCH: 'x'.repeat(1024 * 1024) } });
    await expect(askPlugin(plugin, around())).rejects.toMatchObject({
      code: 'kube/exec-failed',
      message: expect.stringContaining('E2BIG'),
    });
  });

  test('that is not installed: the hint is the remedy', async () => {
    const plugin = aPlugin('no-such-plugin', { installHint: 'brew install no-such-plugin\n' });
    await expect(askPlugin(plugin, around())).rejects.toMatchObject({
      code: 'kube/exec-failed',
      message: 'running credential plugin no-such-plugin: there is no such command',
      remedy: 'brew install no-such-plugin',
      retry: 'never',
    });
  });

  test('that hangs is ended in time, with all it started', async () => {
    const file = await aScript('sleep 600 & echo $! > "$(dirname "$0")/child"; wait');
    await expect(askPlugin(aPlugin(file), around({ timeoutMs: 300 }))).rejects.toThrow('it took longer than 0.3 s');
    const child = Number(await readFile(join(dirname(file), 'child'), 'utf8'));
    await expect.poll(() => isRunning(child)).toBe(false);
  });
});

test('what a plugin leaves running, such as a browser, is not waited for', async () => {
  const file = await aScript(`sleep 600 & echo $! > "$(dirname "$0")/child"\n${answer}`);
  const { headers } = await askPlugin(aPlugin(file), around());
  expect(headers).toEqual({ authorization: 'Bearer abc' });
  const child = Number(await readFile(join(dirname(file), 'child'), 'utf8'));
  expect(await isRunning(child)).toBe(true);
  process.kill(child);
});

test('what it says on the side goes to the observer, blanked', async () => {
  const told: string[] = [];
  const file = await aScript(`echo "token=abcdef is old" >&2\n${answer}`);
  await askPlugin(
    aPlugin(file),
    around({ observer: { pluginSaid: (command, text) => told.push(`${command}: ${text}`) } }),
  );
  expect(told).toEqual([`${file}: token=[blanked] is old`]);
});

async function isRunning(pid: number): Promise<boolean> {
  try {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8');
    return !/\) [ZX] /.test(state); // an orphan may stay a zombie until somebody reaps it
  } catch {
    return false;
  }
}
