import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAuthority } from '../../test/control-plane/keys.ts';
import { throughput } from '../../test/control-plane/options.ts';
import { type ControlPlane, startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import { connectionCounter } from '../informer/connection-counter.ts';
import { loadPods } from '../informer/load-pods.ts';
import type { Changed, Synced } from '../informer/subject.ts';
import type { Measures, Suite } from '../measure.ts';

type Who = 'ours' | 'client-node';
type Listed = Who | 'ours in json';
type Say = (line: string) => void;

const folder = join(import.meta.dirname, '../informer');
/** Ours takes protobuf where the server has it, unless told not to. */
const subjects: Record<Listed, readonly [file: string, ...also: string[]]> = {
  ours: ['ours.ts'],
  'ours in json': ['ours.ts', 'json'],
  'client-node': ['client-node.ts'],
};
const heap = { execArgv: ['--max-old-space-size=4096'] };

/** The next message of a kind; fails when the child ends first. */
function message<Kind extends string, Message extends { kind: Kind }>(
  child: ChildProcess,
  kind: Kind,
): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const hear = (said: Message): void => {
    if (said.kind !== kind) return;
    child.off('message', hear);
    resolve(said);
  };
  child.on('message', hear);
  child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with exit code ${code} before "${kind}"`)));
  return promise;
}

async function synced(who: Listed, kubeconfig: string): Promise<{ child: ChildProcess; synced: Synced }> {
  const [file, ...also] = subjects[who];
  const child = fork(join(folder, file), [kubeconfig, ...also], heap);
  return { child, synced: await message<'synced', Synced>(child, 'synced') };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

// ── against the real API server

async function listing(controlPlane: ControlPlane, say: Say): Promise<Measures> {
  const runs: Record<Listed, Synced[]> = { ours: [], 'ours in json': [], 'client-node': [] };
  const once = ['ours', 'client-node', 'ours in json'] as const;
  for (const who of [...once, ...once.toReversed(), ...once]) {
    const run = await synced(who, controlPlane.kubeconfig);
    runs[who].push(run.synced);
    say(`${who}: ${JSON.stringify(run.synced)}`);
    await end(run.child);
  }
  const of = (who: Listed, what: 'cpuMs' | 'retainedMb' | 'stallMs'): number =>
    median(runs[who].map((run) => run[what]));
  const ratio = (what: 'cpuMs' | 'retainedMb'): number => of('client-node', what) / of('ours', what);
  return {
    'list-20k-cpu-ratio': { value: ratio('cpuMs'), unit: 'x less', goal: '>= 4' },
    'list-20k-cpu': peerOf('ms', of('ours', 'cpuMs'), of('client-node', 'cpuMs')),
    'list-20k-json-cpu': peerOf('ms', of('ours in json', 'cpuMs'), of('client-node', 'cpuMs')),
    'list-20k-memory-ratio': { value: ratio('retainedMb'), unit: 'x less', goal: '>= 10' },
    'list-20k-memory': peerOf('MB', of('ours', 'retainedMb'), of('client-node', 'retainedMb')),
    'list-20k-stall': peerOf('ms', of('ours', 'stallMs'), of('client-node', 'stallMs')),
  };
}

const peerOf = (unit: string, value: number, theirs: number): Measures[string] => ({
  value,
  unit,
  peer: { name: 'client-node', value: theirs },
});

async function gets(controlPlane: ControlPlane): Promise<Measures> {
  const used: Record<Who, number[]> = { ours: [], 'client-node': [] };
  const connections: Record<Who, number> = { ours: 0, 'client-node': 0 };
  const counter = await connectionCounter(controlPlane);
  for (const who of ['ours', 'client-node', 'client-node', 'ours', 'ours', 'client-node'] as const) {
    const before = counter.opened();
    const child = fork(join(folder, 'gets.ts'), [who, counter.kubeconfig]);
    used[who].push((await message<'got', { kind: 'got'; cpuMs: number }>(child, 'got')).cpuMs);
    connections[who] = counter.opened() - before;
    await end(child);
  }
  await counter.stop();
  return {
    'get-200-connections': {
      value: connections.ours,
      unit: '',
      goal: '= 1',
      peer: { name: 'client-node', value: connections['client-node'] },
    },
    'get-200-cpu-ratio': { value: median(used['client-node']) / median(used.ours), unit: 'x less', goal: '>= 4' },
    'get-200-cpu': peerOf('ms', median(used.ours), median(used['client-node'])),
  };
}

// ── against a stub, for sizes that the API server of a small machine cannot hold

interface Stub {
  readonly kubeconfig: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

async function startStub(pods: number): Promise<Stub> {
  const place = mkdtempSync(join(tmpdir(), 'plimsoll-stub-'));
  const authority = await newAuthority('stub');
  writeFileSync(join(place, 'keys.json'), JSON.stringify(await authority.server(['localhost'], ['127.0.0.1'])));
  const child = fork(join(folder, 'stub-server.ts'), [join(place, 'keys.json'), String(pods)]);
  const { port } = await message<'listening', { kind: 'listening'; port: number }>(child, 'listening');
  const cluster = {
    server: `https://127.0.0.1:${port}`,
    'certificate-authority-data': Buffer.from(authority.cert).toString('base64'),
  };
  const kubeconfig = join(place, 'kubeconfig');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      'current-context': 'stub',
      contexts: [{ name: 'stub', context: { cluster: 'stub', user: 'stub' } }],
      clusters: [{ name: 'stub', cluster }],
      users: [{ name: 'stub', user: { token: 'stub' } }],
    }),
  );
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(place, { recursive: true });
  };
  return { kubeconfig, child, stop };
}

const changes = 20_000;

/** CPU microseconds of one change, with `pods` pods held, and what holding them took. */
async function changing(who: Who, pods: number, say: Say): Promise<{ perChangeUs: number; synced: Synced }> {
  const stub = await startStub(pods);
  const run = await synced(who, stub.kubeconfig);
  say(`${who}, stub of ${pods}: ${JSON.stringify(run.synced)}`);
  run.child.send({ changes });
  await message(run.child, 'ready');
  stub.child.send({ changes, perSecond: 4000 });
  const { cpuMs } = await message<'changed', Changed>(run.child, 'changed');
  await end(run.child);
  await stub.stop();
  say(`${who}: ${changes} changes took ${cpuMs.toFixed(0)} ms of CPU`);
  return { perChangeUs: (cpuMs * 1000) / changes, synced: run.synced };
}

async function atScale(say: Say): Promise<Measures> {
  const ours = await changing('ours', 150_000, say);
  const theirs = await changing('client-node', 20_000, say);
  return {
    'list-150k-retained': { value: ours.synced.retainedMb, unit: 'MB', goal: '<= 120' },
    'list-150k-peak': { value: ours.synced.peakMb, unit: 'MB', goal: '<= 400' },
    'list-150k-stall': { value: ours.synced.stallMs, unit: 'ms', goal: '< 50' },
    'list-150k-wall': { value: ours.synced.wallMs / 1000, unit: 's' },
    'event-cpu-ratio': { value: theirs.perChangeUs / ours.perChangeUs, unit: 'x less', goal: '>= 3' },
    'event-cpu': peerOf('µs', ours.perChangeUs, theirs.perChangeUs),
  };
}

export const suite: Suite = {
  about: 'our list and watch beside @kubernetes/client-node 2, each in a process of its own, taking turns',
  async run(say): Promise<Measures> {
    const scale = await atScale(say);
    // nothing but the API server works on the pods, and no service account is needed to make them
    const apiServerFlags = { ...throughput.apiServerFlags, 'disable-admission-plugins': 'ServiceAccount' };
    const controlPlane = await startControlPlane({ ...throughput, components: [], apiServerFlags });
    try {
      const bytes = await loadPods(controlPlane.api, 20_000, say);
      say(`20,000 pods of ${bytes.toFixed(0)} bytes`);
      return { ...(await listing(controlPlane, say)), ...scale, ...(await gets(controlPlane)) };
    } finally {
      await controlPlane.stop();
    }
  },
};
