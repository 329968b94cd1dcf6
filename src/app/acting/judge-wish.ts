import type { Pod } from '#api/kubernetes/pod.ts';
import { isFinished, type MigrationMode, type PodMigration } from '#api/pod-migration.ts';
import { holdsNode } from '#api/pod-standing.ts';
import { lookFault } from '#app/once/faults.ts';
import { type KnownCluster, knowCluster, listsOf } from '#app/once/known-cluster.ts';
import { knownMigrations } from '#app/once/known-migrations.ts';
import { lookAtLoad } from '#app/once/look-at-load.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { foresee, type Foresight } from '#decisions/rescheduling/migration/by-hand.ts';
import { migrationDefaults } from '#decisions/rescheduling/migration/migration-options.ts';
import { viewOfMigration } from '#decisions/rescheduling/sight/view-of-migration.ts';
import type { PodKey } from '#decisions/rescheduling/migration/verb.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { explainPod } from '#views/explain/explain-pod.ts';

export interface Wished {
  readonly namespace: string;
  readonly name: string;
  readonly to: string | undefined;
  readonly mode: MigrationMode;
}

/** What speaks against a move that somebody wants, before anything is done. */
export interface Judged {
  readonly pod: PodKey & { readonly node: string };
  /** Why it would come to nothing; none where it may be wanted. */
  readonly refusals: readonly string[];
  /** What it will have to wait for. */
  readonly remarks: readonly string[];
}

/** Judges by the very gates and steps that would carry the move out. Throws where there is no such pod. */
export async function judgeWish(cluster: OpenCluster, wished: Wished): Promise<Judged> {
  const [known, migrations] = await Promise.all([knowCluster(cluster), knownMigrations(cluster)]);
  const pod = podIn(known, wished);
  const node = pod.spec.nodeName ?? '';
  const { namespace, name } = wished;
  const key = { namespace, name, uid: pod.metadata.uid, node };
  if (!holdsNode(pod)) return { pod: key, refusals: ['it runs on no node'], remarks: [] };
  const foreseen = await foreseenOf(cluster, known, { pod, wished, migrations: migrations.items });
  const refusals = [
    ...migrations.items.filter((each) => !isFinished(each) && each.spec.podRef.uid === key.uid).map(movedAlready),
    ...(wished.to === undefined ? [] : againstTarget(cluster, known, { pod, to: wished.to })),
    ...(foreseen.kind === 'refused' ? [withoutStop(foreseen.message)] : []),
  ];
  const remarks = foreseen.kind === 'waits' ? [`it will wait: ${withoutStop(foreseen.message)}`] : [];
  return { pod: key, refusals, remarks: [...migrations.remarks, ...remarks] };
}

function podIn({ pods }: KnownCluster, { namespace, name }: Wished): Pod {
  const pod = pods.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  if (pod !== undefined) return pod;
  const says = `looking for pod ${name} in namespace ${namespace}: there is none of that name`;
  throw lookFault('look/no-such-object', says);
}

interface Subject {
  readonly pod: Pod;
  readonly wished: Wished;
  readonly migrations: readonly PodMigration[];
}

/** What the steps of such a migration would say. That somebody may start pods is taken for granted: who acts knows. */
async function foreseenOf(
  cluster: OpenCluster,
  known: KnownCluster,
  { pod, wished, migrations }: Subject,
): Promise<Foresight> {
  const { store, unread, pods, dialect } = known;
  const look = await lookAtLoad(cluster, listsOf(known), {
    pods: 'asked',
    observeForMs: 0,
    observing: () => undefined,
  });
  const { maxRetry, movability, budgets } = cluster.config.rescheduling;
  const { now } = look.view;
  const sight = {
    cluster: store.view(),
    unread,
    load: look.view,
    migrations,
    podsIn: (namespace: string) => pods.filter(({ metadata }) => metadata.namespace === namespace),
    profile: defaultProfile(dialect.dialect),
    movability,
    inFlightPerNode: budgets.inFlightPerNode,
    surgeRight: 'held',
    requests: 'answered',
  } as const;
  const imagined = imaginedOf(pod, wished);
  const view = viewOfMigration({ ...imagined, status: { phase: 'Approved', since: imagined.spec.deadline } }, sight, {
    worth: { kind: 'holds' },
    gate: { kind: 'open' },
    approval: 'granted',
  });
  return foresee(imagined, view, now, { ...migrationDefaults, maxRetry });
}

const FAR_OFF = '9999-12-31T23:59:59.999Z';

/** A migration that nobody has created. */
function imaginedOf({ metadata }: Pod, { namespace, name, to: targetNode, mode }: Wished): PodMigration {
  return {
    metadata: { namespace, name, uid: '', resourceVersion: '' },
    spec: { podRef: { name, uid: metadata.uid }, targetNode, mode, reason: 'Wanted by hand.', deadline: FAR_OFF },
  };
}

/** The scheduler has the last word; what it would refuse need not be wished for. */
function againstTarget(
  { clock, config }: OpenCluster,
  { store, dialect, unread }: KnownCluster,
  { pod, to }: { readonly pod: Pod; readonly to: string },
): readonly string[] {
  if (to === pod.spec.nodeName) return [`it runs on ${to} already`];
  const { movability } = config.rescheduling;
  const asked = {
    view: store.view(),
    pod,
    profile: defaultProfile(dialect.dialect),
    dialect,
    unread,
    surgeRight: 'held',
  } as const;
  const { nodes } = explainPod({ ...asked, now: clock.now(), movability });
  const answer = nodes.find(({ node }) => node === to);
  if (answer === undefined) return [`there is no node ${to} that it could go to`];
  const { verdict, plugin, reasons } = answer;
  if (verdict !== 'rejected') return [];
  return [`the scheduler would not place it on ${to}: ${reasons.join(', ')}${plugin === null ? '' : ` (${plugin})`}`];
}

const movedAlready = ({ metadata, status }: PodMigration): string =>
  `PodMigration ${metadata.namespace}/${metadata.name} moves it already (${status?.phase ?? 'not looked at yet'})`;

const withoutStop = (sentences: string): string => sentences.replace(/^It stays: /, '').replace(/\.$/, '');
