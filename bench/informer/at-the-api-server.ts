import type { ControlPlane } from '../../test/control-plane/start-control-plane.ts';
import { expectOk } from '../../test/support/kube-api.ts';
import type { Measures } from '../measure.ts';
import { beside, end, median, message, type Run, run, type Say, start } from './children.ts';
import { connectionCounter } from './connection-counter.ts';

const changes = 4000;
const atOnce = 24;

/** Changes an annotation of so many pods, one after the other by a few workers. */
async function changePods({ api }: ControlPlane, round: number): Promise<void> {
  const page = expectOk(await api.get(`/api/v1/pods?limit=${changes}`));
  const waiting = (page.items as { metadata: { namespace: string; name: string } }[]).values();
  const worker = async (): Promise<void> => {
    for (const { metadata } of waiting) {
      const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
      expectOk(await api.merge(path, { metadata: { annotations: { 'example.org/round': String(round) } } }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** List, hold and follow the pods of a real API server, the subjects taking turns. */
export async function listing(controlPlane: ControlPlane, say: Say): Promise<Measures> {
  const turn = ['ours', 'client-node', 'ours in json'] as const;
  const runs: Record<(typeof turn)[number], Run[]> = { ours: [], 'ours in json': [], 'client-node': [] };
  const turns = [...turn, ...turn.toReversed(), ...turn];
  for (const [round, who] of turns.entries()) {
    const { kubeconfig } = controlPlane;
    runs[who].push(await run({ who, kubeconfig, changes, change: () => changePods(controlPlane, round) }, say));
  }
  const of = (who: keyof typeof runs, what: (run: Run) => number): number => median(runs[who].map(what));
  const both = (what: (run: Run) => number): [ours: number, theirs: number] => [
    of('ours', what),
    of('client-node', what),
  ];
  const [cpu, theirCpu] = both(({ synced }) => synced.cpuMs);
  const [memory, theirMemory] = both(({ synced }) => synced.retainedMb);
  return {
    'list-20k-cpu-ratio': { value: theirCpu / cpu, unit: 'x less', goal: '>= 4' },
    'list-20k-cpu': beside('ms', cpu, theirCpu),
    'list-20k-json-cpu': beside(
      'ms',
      of('ours in json', ({ synced }) => synced.cpuMs),
      theirCpu,
    ),
    'list-20k-memory-ratio': { value: theirMemory / memory, unit: 'x less', goal: '>= 10' },
    'list-20k-memory': beside('MB', memory, theirMemory),
    'list-20k-stall': beside('ms', ...both(({ synced }) => synced.stallMs)),
    'event-20k-cpu': beside('µs', ...both(({ changeUs }) => changeUs)),
  };
}

/** Two hundred GETs, one after the other. */
export async function gets(controlPlane: ControlPlane): Promise<Measures> {
  const used = { ours: [] as number[], 'client-node': [] as number[] };
  const connections = { ours: 0, 'client-node': 0 };
  const counter = await connectionCounter(controlPlane);
  for (const who of ['ours', 'client-node', 'client-node', 'ours', 'ours', 'client-node'] as const) {
    const before = counter.opened();
    const child = start('gets.ts', [who, counter.kubeconfig]);
    used[who].push((await message<{ kind: 'got'; cpuMs: number }>(child, 'got')).cpuMs);
    connections[who] = counter.opened() - before;
    await end(child);
  }
  await counter.stop();
  return {
    'get-200-connections': { ...beside('', connections.ours, connections['client-node']), goal: '= 1' },
    'get-200-cpu-ratio': { value: median(used['client-node']) / median(used.ours), unit: 'x less', goal: '>= 4' },
    'get-200-cpu': beside('ms', median(used.ours), median(used['client-node'])),
  };
}
