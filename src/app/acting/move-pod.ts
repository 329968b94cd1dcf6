import { kubeMigrationStore } from '#actuators/migrate/migration-store.ts';
import { kubeControlStore } from '#actuators/control/kube-control-store.ts';
import { isFinished, type HistoryEntry, type MigrationMode, type PodMigration } from '#api/pod-migration.ts';
import { exitCodes } from '#app/exit-codes.ts';
import type { NamespacedName } from '#app/flags/namespaced-name.ts';
import { type OpenCluster, type Opening, withCluster } from '#app/once/open-cluster.ts';
import { sayRemarks } from '#app/once/say.ts';
import { whoWeAre } from '#app/once/who-we-are.ts';
import { type OutputFormat, structured } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';
import { type WishByHand, wishedByHand } from '#decisions/rescheduling/migration/by-hand.ts';
import { holdText } from '#views/status/hold-text.ts';
import { approveOne } from './approve-one.ts';
import { actingFault } from './faults.ts';
import { followMigration } from './follow-migration.ts';
import { judgeWish } from './judge-wish.ts';
import { needInstalledKinds, needMigration } from './migrations-at-hand.ts';

export interface MoveAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  readonly pod: NamespacedName;
  readonly to: string | undefined;
  readonly mode: MigrationMode;
  readonly reason: string | undefined;
  readonly deadlineMs: number;
  /** How long it is followed; 0: not at all. Infinity: to its end. */
  readonly followMs: number;
}

/** Has one pod moved: wants it as a PodMigration, and follows that. What would be refused is not even wanted. */
export async function movePod(ask: MoveAsk, terminal: Terminal): Promise<void> {
  await withCluster(ask.opening, terminal, async (cluster) => {
    await needInstalledKinds(cluster);
    const { namespace = cluster.namespace, name } = ask.pod;
    const [by, held] = await Promise.all([whoWeAre(cluster.client, cluster.signal), heldBack(cluster)]);
    const judged = await judgeWish(cluster, { namespace, name, to: ask.to, mode: ask.mode });
    const refusals = [...held, ...judged.refusals];
    if (refusals.length > 0) {
      terminal.stdout.write(refused(refusals, { namespace, name }, ask.format));
      terminal.conclude(exitCodes.no);
      return;
    }
    sayRemarks(terminal, judged.remarks);
    const { to: targetNode, mode, deadlineMs, reason = `${by} wants it moved.` } = ask;
    const created = await want(cluster, judged.pod, { targetNode, mode, reason, by, deadlineMs });
    const { metadata } = created;
    if (ask.format === 'table') {
      const where = `${judged.pod.node}${targetNode === undefined ? '' : ` for ${targetNode}`}`;
      terminal.stdout.write(`PodMigration ${metadata.namespace}/${metadata.name}: pod ${name} is to leave ${where}.\n`);
    }
    await follow(cluster, created, ask, terminal);
  });
}

async function follow(cluster: OpenCluster, created: PodMigration, ask: MoveAsk, terminal: Terminal): Promise<void> {
  const { format, followMs } = ask;
  const isShown = format === 'table';
  const tell = (entry: HistoryEntry): void => {
    if (isShown) terminal.stdout.write(entryText(entry));
  };
  const until = cluster.clock.now() + followMs;
  const last = followMs === 0 ? created : await followMigration(cluster, created.metadata, { tell, until });
  if (!isShown) terminal.stdout.write(structured(last, format === 'yaml' ? 'yaml' : 'json'));
  if (followMs > 0 && !isFinished(last)) sayRemarks(terminal, ['it is not over yet: see `kubectl get podmigrations`']);
  if (followMs > 0 && last.status?.phase !== 'Succeeded') terminal.conclude(exitCodes.no);
}

const PHASE_WIDTH = 'Withdrawn'.length;

const entryText = ({ at, phase, message }: HistoryEntry): string =>
  `${at.slice(11, 19)}   ${phase.padEnd(PHASE_WIDTH)}   ${message}\n`;

/** The kill switch and the breaker hold moves by hand back as well. */
async function heldBack({ client, config, signal }: OpenCluster): Promise<readonly string[]> {
  const { pause, breaker } = await kubeControlStore(client, config.leadership.namespace).read(signal);
  return [
    ...(pause.kind === 'free' ? [] : [`moves are paused ${holdText(pause)}; \`plimsoll resume\` frees them`]),
    ...(breaker.kind === 'free'
      ? []
      : [`the circuit breaker is open ${holdText(breaker)}; \`plimsoll resume\` closes it`]),
  ];
}

/** Created and approved at once: whoever wants it by hand has decided. */
async function want(
  cluster: OpenCluster,
  pod: WishByHand['pod'],
  wish: Omit<WishByHand, 'pod'>,
): Promise<PodMigration> {
  const { client, clock, signal } = cluster;
  const store = kubeMigrationStore(client);
  const created = await store.create(wishedByHand({ pod, ...wish }, clock.now()), signal);
  if (created.kind !== 'written') throw contended(pod);
  const { metadata } = created.migration;
  // a rescheduler may look at it in between; in mode act it needs no approval of ours
  await approveOne(cluster, metadata, wish.by);
  return needMigration(cluster, metadata);
}

const contended = ({ namespace, name }: WishByHand['pod']) =>
  actingFault(
    'act/contended',
    `wanting a move of pod ${namespace}/${name}: a PodMigration of that name was created just now`,
  );

function refused(
  refusals: readonly string[],
  { namespace, name }: { readonly namespace: string; readonly name: string },
  format: OutputFormat,
): string {
  if (format === 'json' || format === 'yaml') return structured({ namespace, pod: name, refused: refusals }, format);
  return `Pod ${namespace}/${name} is not moved:\n${refusals.map((why) => `  ${why}\n`).join('')}`;
}
