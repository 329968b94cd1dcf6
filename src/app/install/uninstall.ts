import { kubeControlStore } from '#actuators/control/kube-control-store.ts';
import { sweep } from '#actuators/migrate/sweep.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import { exitCodes } from '#app/exit-codes.ts';
import { type OpenCluster, type Opening, withCluster } from '#app/once/open-cluster.ts';
import { sayRemarks } from '#app/once/say.ts';
import { type OutputFormat, structured } from '#app/flags/output-format.ts';
import { confirmed } from '#app/confirmed.ts';
import type { Terminal } from '#app/terminal.ts';
import { instantText } from '#load/instant.ts';
import { installFault } from './faults.ts';
import { type Marked, markedObjects, removeMarks } from './marks.ts';
import { allMigrations, awaitMoves, isInFlight } from './moves-in-flight.ts';
import { removeObjects, stopRoles } from './remove-objects.ts';
import { type OwnObject, ownObjects } from './traces.ts';

export interface UninstallAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  readonly run: 'really' | 'dry';
  /** Whether somebody is asked before anything is done. */
  readonly consent: 'given' | 'asked';
  readonly awaitMovesMs: number;
  /** What becomes of moves that do not end in time: kept, uninstalling ends there; else they are undone. */
  readonly movesLeft: 'kept' | 'undone';
}

/** All that we have left in a cluster. */
interface Traces {
  readonly objects: readonly OwnObject[];
  readonly marked: readonly Marked[];
  readonly migrations: readonly PodMigration[];
}

/** Takes away everything that we installed or wrote, and nothing else. Where nothing is, nothing is done. */
export async function uninstall(ask: UninstallAsk, terminal: Terminal): Promise<void> {
  await withCluster(ask.opening, terminal, async (cluster) => {
    const traces = await tracesIn(cluster);
    if (isNothing(traces)) {
      terminal.stdout.write(answer(ask, { removed: traces, remarks: [] }, 'Nothing of Plimsoll is in this cluster.\n'));
      return;
    }
    if (ask.run === 'dry') {
      terminal.stdout.write(answer(ask, { wouldRemove: traces }, textOf(traces)));
      return;
    }
    if (ask.consent === 'asked') {
      terminal.stdout.write(textOf(traces));
      if (!(await confirmed(terminal, `Remove all this from ${cluster.server}?`))) {
        throw installFault('install/not-confirmed', `uninstalling from ${cluster.server}: it was not confirmed`);
      }
    }
    if (await isHeldUpByMoves(cluster, ask, terminal)) return;
    await remove(cluster, ask, traces, terminal);
  });
}

async function tracesIn(cluster: OpenCluster): Promise<Traces> {
  const { client, signal } = cluster;
  const [objects, marked, migrations] = await Promise.all([
    ownObjects(cluster),
    markedObjects(client, signal),
    allMigrations(cluster),
  ]);
  return { objects, marked, migrations };
}

const isNothing = ({ objects, marked }: Traces): boolean => objects.length + marked.length === 0;

/** No move begins any more; those in flight are waited for. Half a move is nobody's: a clone, or a pod marked to go. */
async function isHeldUpByMoves(cluster: OpenCluster, ask: UninstallAsk, terminal: Terminal): Promise<boolean> {
  if (!(await allMigrations(cluster)).some(isInFlight)) return false;
  const { client, config, clock, signal } = cluster;
  const since = instantText(clock.now());
  const pause = { kind: 'held', since, reason: 'Plimsoll is being uninstalled.' } as const;
  await kubeControlStore(client, config.leadership.namespace).write({ pause }, signal);
  const left = await awaitMoves(cluster, ask.awaitMovesMs);
  if (left.length === 0 || ask.movesLeft === 'undone') return false;
  const names = left.map(({ metadata, status }) => `${metadata.namespace}/${metadata.name} (${status?.phase ?? ''})`);
  sayRemarks(terminal, [
    `${left.length} moves are in flight and do not end: ${names.slice(0, 5).join(', ')}`,
    'nothing was removed, but no move begins any more; `--abandon-moves` removes clones and puts deletion costs back',
  ]);
  terminal.conclude(exitCodes.no);
  return true;
}

/** Those who write go first, then what they wrote, then what let them. */
async function remove(cluster: OpenCluster, ask: UninstallAsk, before: Traces, terminal: Terminal): Promise<void> {
  const { client, signal } = cluster;
  await stopRoles(cluster, before.objects);
  const swept = await sweep(client, new Set(), signal);
  for (const marked of await markedObjects(client, signal)) await removeMarks(client, marked, signal);
  // the pause may be new, and Leases may have been written until now
  const kept = await removeObjects(cluster, await ownObjects(cluster));
  const left = await tracesIn(cluster);
  const remarks = [
    ...swept.left.map(({ pod, message }) => `pod ${pod} could not be put in order: ${message}`),
    ...kept,
  ];
  sayRemarks(terminal, remarks);
  const isLeft = left.marked.length > 0 || left.objects.some(({ kind }) => kind !== 'Namespace');
  if (isLeft || swept.left.length > 0) terminal.conclude(exitCodes.no);
  const told = isLeft ? `Still there:\n${textOf(left)}` : `${countText(before)} removed; nothing else was touched.\n`;
  terminal.stdout.write(answer(ask, { removed: before, remarks, left }, told));
}

function answer({ format }: UninstallAsk, document: object, text: string): string {
  return format === 'json' || format === 'yaml' ? structured(document, format) : text;
}

function textOf(traces: Traces): string {
  const { objects, marked } = traces;
  const lines = [
    ...objects.map(({ kind, namespace, name }) => `  ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`),
    ...marked.map(
      ({ kind, namespace, name, annotations, labels }) =>
        `  marks on ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}: ${[...annotations, ...labels].join(', ')}`,
    ),
  ];
  return `${countText(traces)}:\n${lines.join('\n')}\n`;
}

function countText({ objects, marked, migrations }: Traces): string {
  const nodes = marked.filter(({ kind }) => kind === 'Node').length;
  const parts = [`${objects.length} objects`, `${migrations.length} PodMigrations`, `marks on ${nodes} nodes`];
  return `${parts.join(', ')} and ${marked.length - nodes} pods`;
}
