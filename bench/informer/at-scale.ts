import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAuthority } from '../../test/control-plane/keys.ts';
import type { ControlPlane } from '../../test/control-plane/start-control-plane.ts';
import type { Measures } from '../measure.ts';
import { beside, end, median, message, run, type Run, type Say, start, type Who } from './children.ts';
import { recordFrames } from './record-frames.ts';

const [many, few] = [150_000, 20_000];
const changes = 20_000;
const rounds = 3;
/** Changes a second: what a large cluster sends on a busy day, where waking up is most of the price; and a burst. */
const [steady, burst] = [2000, 1_000_000];

interface Stub {
  readonly kubeconfig: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

async function startStub(frames: Buffer, pods: number): Promise<Stub> {
  const place = mkdtempSync(join(tmpdir(), 'plimsoll-stub-'));
  const authority = await newAuthority('stub');
  const [keys, recorded, kubeconfig] = ['keys.json', 'frames', 'kubeconfig'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(keys, JSON.stringify(await authority.server(['localhost'], ['127.0.0.1'])));
  writeFileSync(recorded, frames);
  const child = start('stub-server.ts', [keys, recorded, String(pods)]);
  const { port } = await message<{ kind: 'listening'; port: number }>(child, 'listening');
  const ca = Buffer.from(authority.cert).toString('base64');
  const config = {
    'current-context': 'stub',
    contexts: [{ name: 'stub', context: { cluster: 'stub', user: 'stub' } }],
    clusters: [{ name: 'stub', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': ca } }],
    users: [{ name: 'stub', user: { token: 'stub' } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config));
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(place, { recursive: true });
  };
  return { kubeconfig, child, stop };
}

interface Following {
  readonly who: Who;
  readonly pods: number;
  readonly frames: Buffer;
  readonly perSecond: number;
}

async function follow({ who, pods, frames, perSecond }: Following, say: Say): Promise<Run> {
  const stub = await startStub(frames, pods);
  const change = async (): Promise<void> => void stub.child.send({ changes, perSecond });
  try {
    return await run({ who, kubeconfig: stub.kubeconfig, changes, change }, say);
  } finally {
    await stub.stop();
  }
}

/**
 * 150,000 pods, which the API server of a small machine cannot hold: a stub makes them from pods that the real one sent,
 * and changes them at one rate for all. Our list is taken in JSON, the harder case; the changes in protobuf, as built-in
 * kinds come. client-node, which cannot list so many, holds 20,000.
 */
export async function atScale(controlPlane: ControlPlane, say: Say): Promise<Measures> {
  const frames = await recordFrames(controlPlane.kubeconfig);
  const json: Run[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    json.push(await follow({ who: 'ours in json', pods: many, frames, perSecond: steady }, say));
    ours.push((await follow({ who: 'ours', pods: many, frames, perSecond: steady }, say)).changeUs);
    theirs.push((await follow({ who: 'client-node', pods: few, frames, perSecond: steady }, say)).changeUs);
  }
  const ourBurst = await follow({ who: 'ours', pods: many, frames, perSecond: burst }, say);
  const theirBurst = await follow({ who: 'client-node', pods: few, frames, perSecond: burst }, say);
  const whole = (await follow({ who: 'ours, whole pods', pods: many, frames, perSecond: steady }, say)).synced;
  const wholeJson = (await follow({ who: 'ours, whole pods in json', pods: many, frames, perSecond: steady }, say))
    .synced;
  const listed = (what: (synced: Run['synced']) => number): number => median(json.map(({ synced }) => what(synced)));
  return {
    'list-150k-retained': { value: listed(({ retainedMb }) => retainedMb), unit: 'MB', goal: '<= 120' },
    'list-150k-peak': { value: listed(({ peakMb }) => peakMb), unit: 'MB', goal: '<= 400' },
    'list-150k-stall': { value: listed(({ stallMs }) => stallMs), unit: 'ms', goal: '< 50' },
    'list-150k-whole-retained': { value: whole.retainedMb, unit: 'MB', goal: '<= 120' },
    'list-150k-whole-peak': { value: whole.peakMb, unit: 'MB', goal: '<= 400' },
    'list-150k-whole-stall': { value: whole.stallMs, unit: 'ms', goal: '< 50' },
    'list-150k-whole-json-retained': { value: wholeJson.retainedMb, unit: 'MB' },
    'list-150k-whole-json-stall': { value: wholeJson.stallMs, unit: 'ms' },
    'list-150k-wall': { value: listed(({ wallMs }) => wallMs / 1000), unit: 's' },
    'event-cpu-ratio': { value: median(theirs) / median(ours), unit: 'x less', goal: '>= 3' },
    'event-cpu': beside('µs', median(ours), median(theirs)),
    'event-burst-cpu': beside('µs', ourBurst.changeUs, theirBurst.changeUs),
    'event-json-cpu': beside('µs', median(json.map(({ changeUs }) => changeUs)), median(theirs)),
  };
}
