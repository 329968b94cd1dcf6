import { expect, type TestAPI } from 'vitest';
import type { ExitCode } from '#app/exit-codes.ts';
import { runProgram } from '#app/program.ts';
import { Interruption } from '#app/terminal.ts';
import type { ClusterFixtures } from '../control-plane/cluster-test.ts';
import { type LoadFixtures, loadTest } from '../hollow-load/load-test.ts';
import { captured } from '../support/captured.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { until } from '../support/until.ts';

/** A line of the log. */
export interface ToldLine {
  readonly kind: string;
  readonly msg: string;
  readonly subject?: { readonly name: string };
  readonly further?: readonly string[];
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** `plimsoll serve`, at work. */
export interface RunningCollector {
  readonly told: () => readonly ToldLine[];
  readonly kinds: () => readonly string[];
  /** The page at this path, with its status. */
  readonly page: (path: string) => Promise<{ readonly status: number; readonly text: string }>;
  /** The value of a series, as `/metrics` writes its name and labels. */
  readonly metric: (series: string) => Promise<number | undefined>;
  /** Asks it to stop, and waits for that; gives its exit code. */
  readonly stop: () => Promise<ExitCode>;
}

export interface CollectorFixtures {
  /**
   * Runs the program in this process: short intervals, its Lease in the test's own namespace, any free port. It is
   * stopped after the test, if it was not before.
   */
  readonly startCollector: (flags?: Readonly<Record<string, string>>, role?: string) => Promise<RunningCollector>;
  /** A node's annotations of ours. */
  readonly marksOn: (node: string) => Promise<Readonly<Record<string, string>>>;
  /** The Events about an object of this name. */
  readonly eventsOn: (name: string, namespace?: string) => Promise<readonly KubeObject[]>;
}

const quick: Readonly<Record<string, string>> = {
  'scrape-interval': '1s',
  'annotation-heartbeat': '10s',
  'http-port': '0',
  'bind-address': '127.0.0.1',
  'lease-duration': '3s',
};

/** `loadTest`, with the collector. */
export const collectorTest: TestAPI<ClusterFixtures & LoadFixtures & CollectorFixtures> =
  loadTest.extend<CollectorFixtures>({
    startCollector: async ({ controlPlane, namespace }, use) => {
      const running: RunningCollector[] = [];
      await use(async (flags = {}, role = 'collector') => {
        const all = { ...quick, kubeconfig: controlPlane.kubeconfig, 'lease-namespace': namespace, ...flags };
        const collector = await start(
          role,
          Object.entries(all).flatMap(([flag, text]) => [`--${flag}`, text]),
        );
        running.push(collector);
        return collector;
      });
      for (const collector of running) await collector.stop();
    },
    marksOn: async ({ api }, use) => {
      await use(async (node) => {
        const { annotations = {} } = expectOk(await api.get(`/api/v1/nodes/${node}`)).metadata;
        return Object.fromEntries(Object.entries<string>(annotations).filter(([key]) => key.startsWith('metrics.')));
      });
    },
    eventsOn: async ({ api }, use) => {
      await use(async (name, namespace = 'default') => {
        const events = expectOk(await api.get(`/apis/events.k8s.io/v1/namespaces/${namespace}/events`)).items;
        return events.filter(({ regarding }: KubeObject) => regarding.name === name);
      });
    },
  });

async function start(role: string, flags: readonly string[]): Promise<RunningCollector> {
  const terminal = captured(['serve', '--role', role, ...flags]);
  const interruption = new AbortController();
  const ended = runProgram({ ...terminal, signal: interruption.signal });
  const told = (): readonly ToldLine[] =>
    terminal
      .out()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ToldLine);
  const port = await until('the collector to start', async () => {
    if (terminal.err() !== '') throw new Error(terminal.err());
    return told().find(({ kind }) => kind === 'started')?.facts?.['port'];
  });
  const page: RunningCollector['page'] = async (path) => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  return {
    told,
    kinds: () => told().map(({ kind }) => kind),
    page,
    async metric(series) {
      const lines = (await page('/metrics')).text.split('\n');
      const line = lines.find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
    async stop() {
      interruption.abort(new Interruption('SIGTERM'));
      const code = await ended;
      expect(terminal.err()).toBe('');
      return code;
    },
  };
}
