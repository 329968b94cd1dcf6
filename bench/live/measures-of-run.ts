import { beatAt, beatMs, courseOf, type Playing } from '../../test/hollow-load/course.ts';
import { demandAt, limitsOrRequests, sumOf } from '../../test/hollow-load/demand.ts';
import { systemShare } from '../../test/hollow-load/node-load.ts';
import { recordedMinutes } from './lapse.ts';
import type { PodStory } from './pod-ledger.ts';
import type { Scene } from './scene.ts';

/** What of a run counts. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface RunMeasures {
  /** Minutes of nodes, in recorded time, in which a node's pods and system wanted more than its line, and than it has. */
  readonly overLineMinutes: number;
  readonly fullMinutes: number;
  /** Pods that were told to go, by whatever way; and those of them that the Eviction API told. */
  readonly podsMoved: number;
  readonly evictions: number;
  /** Pods that started on a node which a pod of the same workload had been made to leave. */
  readonly sameNodeReturns: number;
  /** Of all workloads at all times, the lowest share of the wanted replicas that was ready and not on its way out. */
  readonly lowestReadyShare: number;
}

type Story = Readonly<PodStory>;

/** A run of which this is known, judged by its traces and by what the API server's watch told: by nobody's own words. */
export interface Run {
  readonly scene: Scene;
  readonly playing: Playing;
  readonly stories: readonly Story[];
  readonly window: Window;
}

const LINE = 0.8;

export function measuresOf(run: Run): RunMeasures {
  const { stories, window } = run;
  const moved = stories.filter(({ leavesAt }) => leavesAt !== undefined && isIn(window, leavesAt));
  return {
    overLineMinutes: minutesAbove(run, LINE),
    fullMinutes: minutesAbove(run, 1),
    podsMoved: moved.length,
    evictions: moved.filter(({ wasEvicted }) => wasEvicted).length,
    sameNodeReturns: stories.filter((story) => isReturn(story, moved)).length,
    lowestReadyShare: Math.min(...run.scene.workloads.map((workload) => lowestShare(run, workload))),
  };
}

const isIn = ({ from, to }: Window, at: number): boolean => at >= from && at < to;

/** Minutes of nodes, in recorded time, in which more than a share of a node's cores is wanted. */
function minutesAbove(run: Run, share: number): number {
  const byNode = Map.groupBy(run.stories, ({ node }) => node);
  const ms = run.scene.nodes.map(({ name, cpu }) => {
    const residents = byNode.get(name) ?? [];
    return stretches(run, residents)
      .filter(({ from }) => wantedCores(run, residents, from) > (share - systemShare.cpu) * Number(cpu))
      .reduce((sum, { from, to }) => sum + to - from, 0);
  });
  return recordedMinutes(ms.reduce((sum, each) => sum + each, 0));
}

/** The stretches of the window in which nothing changes on a node: no beat of the traces, no pod that comes or goes. */
function stretches({ playing, window }: Run, residents: readonly Story[]): Window[] {
  const changes = residents.flatMap(({ runsFrom, endedAt }) => [runsFrom ?? window.from, endedAt ?? window.to]);
  const everyMs = beatMs(playing);
  const firstBeat = playing.from + beatAt(playing, window.from) * everyMs;
  for (let at = firstBeat; at < window.to; at += everyMs) changes.push(at);
  const inside = changes.filter((at) => at > window.from && at < window.to);
  const edges = [...new Set([window.from, ...inside, window.to])].toSorted((a, b) => a - b);
  return edges.slice(1).map((to, before) => ({ from: edges[before]!, to }));
}

/** Of all pods that run there. */
function wantedCores({ playing, scene }: Run, residents: readonly Story[], at: number): number {
  const nominal = limitsOrRequests({ spec: { containers: [scene] } });
  const beat = beatAt(playing, at);
  const running = residents.filter(({ runsFrom = Infinity, endedAt = Infinity }) => runsFrom <= at && at < endedAt);
  return sumOf(
    running.map(({ workload }) => demandAt({ kind: 'recorded', nominal, course: courseOf(playing, workload) }, beat)),
  ).cpuCores;
}

function isReturn({ workload, node, runsFrom }: Story, moved: readonly Story[]): boolean {
  if (runsFrom === undefined) return false;
  return moved.some((left) => left.workload === workload && left.node === node && left.leavesAt! <= runsFrom);
}

function lowestShare({ stories, window }: Run, { name, startsOn }: Scene['workloads'][number]): number {
  const those = stories.filter(({ workload, readyFrom }) => workload === name && readyFrom !== undefined);
  const times = [window.from, ...those.map(({ leavesAt }) => leavesAt)].filter(
    (at): at is number => at !== undefined && isIn(window, at),
  );
  const ready = times.map(
    (at) => those.filter(({ readyFrom, leavesAt = Infinity }) => readyFrom! <= at && at < leavesAt).length,
  );
  return Math.min(1, ...ready.map((count) => count / startsOn.length));
}
