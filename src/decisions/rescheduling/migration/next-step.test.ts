import { expect, test } from 'vitest';
import {
  type MigrationMode,
  type PodMigration,
  podMigrationSchema,
  type PodMigrationStatus,
} from '#api/pod-migration.ts';
import { afterVerb } from './after-verb.ts';
import { LOWEST_DELETION_COST } from './surge/deletion-cost.ts';
import { migrationDefaults as options } from './migration-options.ts';
import type { CloneNow, MigrationView, NodeLoad, PodNow } from './migration-view.ts';
import { nextStep } from './next-step.ts';
import type { Outcome, Verb } from './verb.ts';

const now = Date.parse('2026-11-30T10:00:00Z');
const minute = 60_000;
const at = (ms: number): string => new Date(now + ms).toISOString();

const aPodNow = (change: Partial<PodNow> = {}): PodNow => ({
  namespace: 'shop',
  name: 'web-1',
  uid: 'hot',
  node: 'n1',
  isReady: true,
  createdAt: now - 60 * minute,
  ...change,
});
const other = aPodNow({ name: 'web-2', uid: 'other', node: 'n2' });
const newcomer = (change: Partial<PodNow> = {}): PodNow =>
  aPodNow({ name: 'web-3', uid: 'new', node: 'n3', createdAt: now, ...change });
const aClone = (change: Partial<CloneNow> = {}): CloneNow => ({
  ...newcomer({ name: 'web-c', uid: 'clone' }),
  isAdopted: false,
  ...change,
});

const aView = (change: Partial<MigrationView> = {}): MigrationView => ({
  pod: aPodNow(),
  workload: {
    ref: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd' },
    direct: { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'r' },
    desired: 2,
    rollout: 'steady',
  },
  siblings: [other],
  clone: undefined,
  movability: { kind: 'movable', eviction: { kind: 'evictable' }, isLastResort: false, warnings: [] },
  surge: { kind: 'possible' },
  requests: 'not-answered',
  targets: ['n2', 'n3'],
  landing: () => ({ kind: 'good' }),
  worth: { kind: 'holds' },
  gate: { kind: 'open' },
  approval: 'granted',
  loadOf: () => ({ verdict: 'cool', isSeen: true, ratios: { cpu: '0.700' } }),
  ...change,
});

interface Situation {
  readonly status?: Partial<PodMigrationStatus>;
  readonly view?: Partial<MigrationView>;
  readonly mode?: MigrationMode;
  readonly isPlanned?: boolean;
  readonly deadlineInMs?: number;
}

function aMigration({ status, mode = 'Auto', isPlanned, deadlineInMs = 30 * minute }: Situation): PodMigration {
  const base: PodMigrationStatus = { phase: 'Proposed', since: at(-minute), sourceNode: 'n1' };
  return {
    metadata: { namespace: 'shop', name: 'm', uid: 'mig', resourceVersion: '1' },
    spec: {
      podRef: { name: 'web-1', uid: 'hot' },
      mode,
      reason: 'n1 is hot.',
      deadline: at(deadlineInMs),
      ...(isPlanned === true ? { planned: { for: 'Hot', worthMinutes: 10, predicted: {} } } : {}),
    },
    ...(status === undefined ? {} : { status: { ...base, ...status } }),
  };
}

/** `PHASE`, why it was entered or lasts if that is new, and what is done. */
function told(situation: Situation): string {
  const migration = aMigration(situation);
  const { status, verb } = nextStep(migration, aView(situation.view), now, options);
  expect(podMigrationSchema.safeParse({ ...migration, status }).error).toBeUndefined();
  const news = (status.history ?? []).slice(migration.status?.history?.length ?? 0).map(({ reason }) => reason);
  const undoing = status.undoing === undefined ? [] : [`undoing to ${status.undoing.towards}/${status.undoing.reason}`];
  return [status.phase, ...news, ...undoing, ...(verb === undefined ? [] : [verb.kind])].join(' ');
}

/** Seen by us, and told of, since then. */
const adoptedSince = (ms: number): Partial<PodMigrationStatus> => {
  const because = { reason: 'Adopted', message: 'm' };
  return {
    adoptedAt: at(ms),
    history: [{ at: at(ms), phase: 'Surging', ...because }],
    conditions: [{ type: 'Progressing', status: 'True', ...because, lastTransitionTime: at(ms) }],
  };
};

const unmovable = (lasts: 'now' | 'until-changed'): Partial<MigrationView> => ({
  movability: { kind: 'unmovable', reason: 'OptedOut', message: 'm', freedBy: 'f', lasts },
});
const eviction = (kind: 'never' | 'not-now'): MigrationView['movability'] => ({
  kind: 'movable',
  eviction: { kind, message: 'm', freedBy: 'f' },
  isLastResort: false,
  warnings: [],
});
const unknownOf = (unseen: string) => (node: string) =>
  ({ verdict: 'cool', isSeen: node !== unseen, ratios: {} }) as const;
const wouldComeBack = () => ({ kind: 'bad', reason: 'WouldComeBack', message: 'n1 again' }) as const;
const noSurge = { kind: 'never', reason: 'NoRight', message: 'no right' } as const;
const surging = { phase: 'Surging', clone: { name: 'web-c' } } as const;
const evicting = { phase: 'Evicting', eve: { newest: at(-60 * minute), uids: ['other'] } } as const;
const settling = { ...evicting, phase: 'Settling', toldToGoAt: at(-minute) } as const;
const condition = (type: string, status: 'True' | 'False', reason: string, agoMs: number) => ({
  type,
  status,
  reason,
  message: '',
  lastTransitionTime: at(-agoMs),
});
const marked = condition('Marked', 'True', 'Marked', 0);
const gone = condition('Gone', 'True', 'Gone', 10 * minute);
const landed = condition('Landed', 'True', 'Ready', 10 * minute);
const after = { ...settling, conditions: [marked, gone] };
const rested = { ...settling, conditions: [marked, gone, landed], predicted: { source: { cpu: '0.700' } } };
const longRested = {
  ...rested,
  conditions: [
    marked,
    { ...gone, lastTransitionTime: at(-20 * minute) },
    { ...landed, lastTransitionTime: at(-20 * minute) },
  ],
};
const unmarked = (sinceMinutes: number) => ({
  ...longRested,
  conditions: longRested.conditions.filter((one) => one !== marked),
  since: at(-sinceMinutes * minute),
  notBefore: at(minute),
});
const replaced = (change: Partial<PodNow> = {}): Partial<MigrationView> => ({
  pod: undefined,
  siblings: [other, newcomer(change)],
});
const loads = (
  source: NodeLoad['verdict'],
  target: NodeLoad['verdict'],
  cpu = '0.700',
  others: NodeLoad['ratios'] = {},
): Partial<MigrationView> => ({
  ...replaced(),
  loadOf: (node) => ({ verdict: node === 'n1' ? source : target, isSeen: true, ratios: { cpu, ...others } }),
});

const forLoad = {
  before: { source: { cpu: '0.980', load: '1.800' } },
  predicted: { source: { cpu: '0.700', load: '1.300' } },
};

const cases: readonly (Situation & { readonly name: string; readonly want: string })[] = [
  { name: 'nobody looked at it: it is proposed, and told as that', want: 'Proposed Proposed' },
  { name: 'in mode act it is approved', status: {}, want: 'Approved Approved' },
  { name: 'in mode propose it waits', status: {}, view: { approval: 'awaited' }, want: 'Proposed' },
  {
    name: 'no longer wanted',
    status: {},
    view: { worth: { kind: 'dropped', reason: 'SourceCooled', message: 'm' } },
    want: 'Withdrawn SourceCooled',
  },
  {
    name: 'proposed for too long',
    status: {},
    view: { approval: 'awaited' },
    deadlineInMs: -1,
    want: 'Withdrawn DeadlinePassed',
  },
  {
    name: 'in mode act it is not approved before it may begin: a later plan may want another',
    status: {},
    view: { gate: { kind: 'held', reason: 'HourSpent', message: 'm' } },
    want: 'Proposed HourSpent',
  },
  {
    name: 'a later plan wants another: it goes, whatever holds it back',
    status: {},
    view: {
      gate: { kind: 'held', reason: 'HourSpent', message: 'm' },
      worth: { kind: 'dropped', reason: 'NotWanted', message: 'm' },
    },
    want: 'Withdrawn NotWanted',
  },
  { name: 'the pod is gone', status: {}, view: { pod: undefined }, want: 'Withdrawn PodGone' },
  { name: 'it opted out', status: {}, view: unmovable('until-changed'), want: 'Refused OptedOut' },

  { name: 'Auto surges', status: { phase: 'Approved' }, want: 'Surging Surging' },
  {
    name: 'Auto evicts without surge',
    status: { phase: 'Approved' },
    view: { surge: noSurge },
    want: 'Evicting Evicting',
  },
  {
    name: 'Auto waits for a node where a clone may be started: what is evicted may land anywhere',
    status: { phase: 'Approved' },
    view: { targets: [] },
    want: 'Approved NoTarget',
  },
  {
    name: 'Auto evicts nobody whose like would come back',
    status: { phase: 'Approved' },
    view: { surge: noSurge, landing: wouldComeBack },
    want: 'Approved WouldComeBack',
  },
  {
    name: 'nor at the last moment',
    status: { ...evicting, rehearsedAt: at(-1000) },
    view: { landing: wouldComeBack },
    want: 'Evicting WouldComeBack',
  },
  {
    name: 'but who asks for eviction gets it',
    status: { ...evicting, rehearsedAt: at(-1000) },
    mode: 'Evict',
    view: { landing: wouldComeBack },
    want: 'Evicting evict',
  },
  {
    name: 'trap 46: Auto refuses an outage',
    status: { phase: 'Approved' },
    view: { surge: noSurge, movability: eviction('never') },
    want: 'Refused NoWay',
  },
  {
    name: 'B-05: Auto waits for a budget',
    status: { phase: 'Approved' },
    view: { surge: noSurge, movability: eviction('not-now') },
    want: 'Approved BudgetSpent',
  },
  {
    name: 'Surge is refused where it never works',
    status: { phase: 'Approved' },
    mode: 'Surge',
    view: { surge: noSurge },
    want: 'Refused NoRight',
  },
  {
    name: 'Surge waits for a node',
    status: { phase: 'Approved' },
    mode: 'Surge',
    view: { targets: [] },
    want: 'Approved NoTarget',
  },
  {
    name: 'Evict is who asks for it',
    status: { phase: 'Approved' },
    mode: 'Evict',
    view: { movability: eviction('never') },
    want: 'Evicting Evicting',
  },
  { name: 'Request where nobody answers', status: { phase: 'Approved' }, mode: 'Request', want: 'Refused NotServed' },
  {
    name: 'Request',
    status: { phase: 'Approved' },
    mode: 'Request',
    view: { requests: 'answered' },
    want: 'Requested Requested',
  },
  {
    name: 'the kill switch holds it',
    status: { phase: 'Approved' },
    view: { gate: { kind: 'held', reason: 'Paused', message: 'm' } },
    want: 'Approved Paused',
  },
  {
    name: 'trap 55: a rollout holds it',
    status: { phase: 'Approved' },
    view: unmovable('now'),
    want: 'Approved OptedOut',
  },

  { name: 'the clone is made', status: surging, want: 'Surging createClone' },
  {
    name: 'the clone starts',
    status: surging,
    view: { clone: aClone({ isReady: false }) },
    want: 'Surging CloneStarting',
  },
  {
    name: 'the clone never gets ready',
    status: { ...surging, since: at(-11 * minute) },
    view: { clone: aClone({ isReady: false }) },
    want: 'Surging undoing to Failed/CloneNeverReady',
  },
  { name: 'the clone is ready', status: surging, view: { clone: aClone() }, want: 'Surging lowerDeletionCost' },
  {
    name: 'another is unready',
    status: surging,
    view: { clone: aClone(), siblings: [{ ...other, isReady: false }] },
    want: 'Surging AnotherUnready',
  },
  {
    name: 'another has the lowest cost',
    status: surging,
    view: { clone: aClone(), siblings: [{ ...other, deletionCost: LOWEST_DELETION_COST }] },
    want: 'Surging undoing to Refused/DeletionCostTaken',
  },
  {
    name: 'the clone landed on a node now hot',
    status: surging,
    view: { clone: aClone(), loadOf: () => ({ verdict: 'hot', isSeen: true, ratios: {} }) },
    want: 'Surging undoing to Failed/TargetIsHot',
  },
  {
    name: 'all is ready',
    status: { ...surging, deletionCostWas: '' },
    view: { clone: aClone(), pod: aPodNow({ deletionCost: LOWEST_DELETION_COST }) },
    want: 'Surging adoptClone',
  },
  {
    name: 'paused in mid-surge it waits',
    status: surging,
    view: { clone: aClone(), gate: { kind: 'held', reason: 'Paused', message: 'm' } },
    want: 'Surging Paused',
  },
  {
    name: 'its node went out of sight in mid-surge: what a plan wants waits',
    status: surging,
    view: { clone: aClone({ isReady: true }), loadOf: unknownOf('n1') },
    isPlanned: true,
    want: 'Surging LoadUnknown',
  },
  {
    name: 'or the node of its clone did',
    status: surging,
    view: { clone: aClone({ isReady: true }), loadOf: unknownOf('n3') },
    isPlanned: true,
    want: 'Surging LoadUnknown',
  },
  {
    name: 'what somebody wants by hand goes on',
    status: surging,
    view: { clone: aClone({ isReady: true }), loadOf: unknownOf('n1') },
    want: 'Surging lowerDeletionCost',
  },
  {
    name: 'the source cooled in mid-surge',
    status: surging,
    view: { worth: { kind: 'dropped', reason: 'SourceCooled', message: 'm' } },
    want: 'Surging undoing to Withdrawn/SourceCooled',
  },
  {
    name: 'adopted: the hot pod is to go',
    status: { ...surging, adoptedAt: at(-1000) },
    view: { clone: aClone({ isAdopted: true }) },
    want: 'Surging Adopted',
  },
  {
    name: 'adopted, whoever did it',
    status: surging,
    view: { clone: aClone({ isAdopted: true }), pod: undefined },
    want: 'Settling Retired',
  },
  {
    name: 'another went instead',
    status: { ...surging, ...adoptedSince(-2 * minute) },
    view: { clone: aClone({ isAdopted: true }) },
    want: 'Failed AnotherWent',
  },
  {
    name: 'trap 56: a view that does not show the adoption yet is no sign that another went',
    status: { ...surging, adoptedAt: at(-2 * minute) },
    view: { clone: aClone() },
    want: 'Surging HandedOver',
  },
  {
    name: 'it is waited for anew from when the adoption is seen',
    status: { ...surging, adoptedAt: at(-2 * minute) },
    view: { clone: aClone({ isAdopted: true }) },
    want: 'Surging Adopted',
  },
  {
    name: 'another went: the cost is put back first',
    status: { ...surging, ...adoptedSince(-2 * minute), deletionCostWas: '' },
    view: { clone: aClone({ isAdopted: true }), pod: aPodNow({ deletionCost: LOWEST_DELETION_COST }) },
    want: 'Surging restoreDeletionCost',
  },
  {
    name: 'undoing: the cost first',
    status: {
      ...surging,
      deletionCostWas: '5',
      undoing: { towards: 'Failed', reason: 'CloneNeverReady', message: 'm' },
    },
    want: 'Surging undoing to Failed/CloneNeverReady restoreDeletionCost',
  },
  {
    name: 'undoing: then the clone, though a late view shows none',
    status: { ...surging, undoing: { towards: 'Failed', reason: 'CloneNeverReady', message: 'm' } },
    want: 'Surging undoing to Failed/CloneNeverReady removeClone',
  },
  {
    name: 'undone: Auto falls back to eviction',
    status: { phase: 'Surging', undoing: { towards: 'Failed', reason: 'CloneNeverReady', message: 'm' } },
    want: 'Evicting FellBack',
  },
  {
    name: 'undone: who asked for Surge is told',
    status: { phase: 'Surging', undoing: { towards: 'Failed', reason: 'CloneNeverReady', message: 'm' } },
    mode: 'Surge',
    want: 'Failed CloneNeverReady',
  },

  { name: 'rehearsed first', status: evicting, want: 'Evicting rehearse' },
  { name: 'evicted while that is fresh', status: { ...evicting, rehearsedAt: at(-1000) }, want: 'Evicting evict' },
  {
    name: 'rehearsed again when it is not',
    status: { ...evicting, rehearsedAt: at(-minute) },
    want: 'Evicting rehearse',
  },
  {
    name: 'trap 52: what another leader sent a moment ago is not sent again',
    status: { ...evicting, rehearsedAt: at(-1000), evictionSentAt: at(-100) },
    want: 'Evicting',
  },
  {
    name: 'what was sent long ago, and did not show, is sent again',
    status: { ...evicting, rehearsedAt: at(-1000), evictionSentAt: at(-minute) },
    want: 'Evicting evict',
  },
  { name: 'it rests until its time', status: { ...evicting, notBefore: at(1000) }, want: 'Evicting' },
  {
    name: 'it goes, and was told to',
    status: { ...evicting, evictionSentAt: at(-1000) },
    view: { pod: aPodNow({ goneBy: now }) },
    want: 'Settling ToldToGo',
  },
  {
    name: 'it goes by another hand',
    status: evicting,
    view: { pod: aPodNow({ goneBy: now }) },
    want: 'Withdrawn PodLeaving',
  },
  {
    name: 'Auto: it became the only one',
    status: evicting,
    view: { movability: eviction('never') },
    want: 'Refused NoWay',
  },
  {
    name: 'held until the deadline',
    status: { ...evicting, waits: 3 },
    deadlineInMs: -1,
    want: 'Refused DeadlinePassed',
  },
  {
    name: 'broken until the deadline',
    status: { ...evicting, attempts: 2 },
    deadlineInMs: -1,
    want: 'Failed DeadlinePassed',
  },

  {
    name: 'an eviction without an answer is asked after, before the deadline calls the move off',
    status: { ...evicting, rehearsedAt: at(-2 * minute), evictionSentAt: at(-minute) },
    deadlineInMs: -1,
    want: 'Evicting rehearse',
  },
  {
    name: '… before a source that cooled does',
    status: { ...evicting, evictionSentAt: at(-minute) },
    view: { worth: { kind: 'dropped', reason: 'SourceCooled', message: 'm' } },
    want: 'Evicting rehearse',
  },
  {
    name: '… once it had the time to show',
    status: { ...evicting, evictionSentAt: at(-100) },
    deadlineInMs: -1,
    want: 'Evicting',
  },
  {
    name: '… and was not heard: the pod is there',
    status: { ...evicting, evictionSentAt: at(-minute), rehearsedAt: at(-1000) },
    deadlineInMs: -1,
    want: 'Failed DeadlinePassed',
  },
  {
    name: 'sent too often without an answer',
    status: { ...evicting, attempts: 4, evictionSentAt: at(-minute) },
    want: 'Evicting rehearse',
  },
  {
    name: 'sent too often, and the pod is there',
    status: { ...evicting, attempts: 4, evictionSentAt: at(-minute), rehearsedAt: at(-1000) },
    want: 'Failed TriedTooOften',
  },
  {
    name: 'nor can it be asked after',
    status: { ...evicting, attempts: 7, evictionSentAt: at(-minute) },
    want: 'Failed TriedTooOften',
  },

  { name: 'asked for once', status: { ...evicting, phase: 'Requested' }, mode: 'Request', want: 'Requested request' },
  {
    name: 'withdrawn when the source cools',
    status: { ...evicting, phase: 'Requested' },
    mode: 'Request',
    view: { worth: { kind: 'dropped', reason: 'SourceCooled', message: 'm' } },
    want: 'Requested undoing to Withdrawn/SourceCooled',
  },
  {
    name: 'the request is taken back',
    status: {
      ...evicting,
      phase: 'Requested',
      undoing: { towards: 'Withdrawn', reason: 'SourceCooled', message: 'm' },
    },
    mode: 'Request',
    want: 'Requested undoing to Withdrawn/SourceCooled withdrawRequest',
  },

  {
    name: 'trap 44: an hour of grace is an hour in flight',
    status: settling,
    view: { pod: aPodNow({ goneBy: now + 59 * minute }) },
    want: 'Settling Leaving',
  },
  {
    name: 'stuck on a lost node',
    status: settling,
    view: { pod: aPodNow({ goneBy: now - 6 * minute }) },
    want: 'Failed Stuck',
  },
  { name: 'no replacement yet', status: settling, view: { pod: undefined }, want: 'Settling ReplacementAwaited' },
  { name: 'no replacement', status: after, view: { pod: undefined }, want: 'Failed NoReplacement' },
  {
    name: 'none wanted: scaled in',
    status: after,
    view: { pod: undefined, siblings: [other, { ...other, uid: 'another', createdAt: now - 2 * 60 * minute }] },
    want: 'Succeeded ScaledIn',
  },
  {
    name: 'its workload is gone',
    status: after,
    view: { pod: undefined, workload: undefined },
    want: 'Succeeded WorkloadGone',
  },
  { name: 'the replacement is marked', status: settling, view: replaced(), want: 'Settling mark' },
  {
    name: 'trap 54: it is pending',
    status: after,
    view: replaced({ node: undefined, isReady: false }),
    want: 'Settling Pending',
  },
  {
    name: 'trap 54: it is pending for too long',
    status: { ...after, conditions: [...after.conditions, condition('Landed', 'False', 'Pending', 6 * minute)] },
    view: replaced({ node: undefined, isReady: false }),
    want: 'Failed Pending',
  },
  { name: 'trap 34: it came back', status: after, view: replaced({ node: 'n1' }), want: 'Failed CameBack' },
  { name: 'it landed on a hot node', status: after, view: loads('cool', 'hot'), want: 'Failed TargetIsHot' },
  { name: 'it is not ready', status: after, view: replaced({ isReady: false }), want: 'Settling NotReady' },
  { name: 'it landed, and settles', status: after, view: replaced(), want: 'Settling Settling' },
  {
    name: 'the replacement is gone',
    status: { ...after, replacement: { name: 'web-3', uid: 'new' } },
    view: { pod: undefined },
    want: 'Failed ReplacementGone',
  },
  { name: 'the source cooled', status: rested, view: loads('cool', 'cool'), want: 'Succeeded Cooled' },
  {
    name: 'still hot, as predicted',
    status: rested,
    view: loads('hot', 'cool', '0.740'),
    want: 'Succeeded AsPredicted',
  },
  {
    name: 'still hot, and not as predicted yet',
    status: { ...rested, conditions: [marked, gone, condition('Landed', 'True', 'Ready', 6 * minute)] },
    view: loads('hot', 'cool', '0.900'),
    want: 'Settling Lagging',
  },
  {
    name: 'still hot, and not as predicted, however long it is waited',
    status: longRested,
    view: loads('hot', 'cool', '0.900'),
    want: 'Failed DidNotHelp',
  },
  {
    name: 'still hot, and eased by half of what was predicted',
    status: { ...longRested, before: { source: { cpu: '0.960' } }, predicted: { source: { cpu: '0.700' } } },
    view: loads('hot', 'cool', '0.825'),
    want: 'Succeeded Eased',
  },
  {
    name: 'eased by less than half of what was predicted',
    status: { ...longRested, before: { source: { cpu: '0.930' } }, predicted: { source: { cpu: '0.700' } } },
    view: loads('hot', 'cool', '0.820'),
    want: 'Failed DidNotHelp',
  },
  {
    name: 'it was full, and is not any more: more was asked of it than was measured',
    status: { ...longRested, before: { source: { cpu: '1.000' } }, predicted: { source: { cpu: '0.670' } } },
    view: loads('hot', 'cool', '0.860'),
    want: 'Succeeded Eased',
  },
  {
    name: 'still full: what is asked of it beyond its cores is not seen, so nobody says that it was in vain',
    status: longRested,
    view: loads('hot', 'cool', '0.980'),
    want: 'Succeeded FullStill',
  },
  {
    name: 'moved for load: cores stay busy where others waited for them, and load tells that it helped',
    status: { ...longRested, ...forLoad },
    view: loads('hot', 'cool', '0.980', { load: '1.520' }),
    want: 'Succeeded Eased',
  },
  {
    name: 'moved for load, and the load is as high as before',
    status: { ...longRested, ...forLoad },
    view: loads('hot', 'cool', '0.980', { load: '1.800' }),
    want: 'Failed DidNotHelp',
  },
  { name: 'the target became hot', status: rested, view: loads('cool', 'hot'), want: 'Failed TargetBecameHot' },
  {
    name: 'unknown is waited for',
    status: { ...rested, conditions: [marked, gone, condition('Landed', 'True', 'Ready', 6 * minute)] },
    view: { ...loads('unknown', 'cool'), siblings: [other, newcomer()] },
    want: 'Settling Measuring',
  },
  {
    name: 'unknown is told as unknown',
    status: longRested,
    view: loads('unknown', 'cool'),
    want: 'Succeeded NotMeasured',
  },
  {
    name: 'measured, and not to end before its replacement is marked, which could not be done for twenty minutes',
    status: unmarked(20),
    view: loads('cool', 'cool'),
    want: 'Settling',
  },
  {
    name: 'nor was it within an hour',
    status: unmarked(61),
    view: loads('cool', 'cool'),
    want: 'Succeeded Cooled',
  },
  { name: 'what is finished stays', status: { phase: 'Failed' }, want: 'Failed' },
];
for (const { name, want, ...situation } of cases) {
  test(`${name}: ${want}`, () => expect(told(situation)).toBe(want));
}

const pod = { namespace: 'shop', name: 'web-1', uid: 'hot' };
const clone = { namespace: 'shop', name: 'web-c', migration: 'mig' };
const failed: Outcome = { kind: 'failed', message: 'm' };

function afterwards(status: Partial<PodMigrationStatus>, verb: Verb, outcome: Outcome): PodMigrationStatus {
  const migration = aMigration({ status });
  return afterVerb({ ...migration, status: migration.status! }, { verb, outcome }, now, options);
}

test('trap 41: a budget is waiting, growing, and no attempt; the server’s own wish is longer', () => {
  const first = afterwards(evicting, { kind: 'evict', pod }, { kind: 'held', message: 'm' });
  const later = afterwards({ ...evicting, waits: 2 }, { kind: 'evict', pod }, { kind: 'held', message: 'm' });
  const asked = afterwards(evicting, { kind: 'evict', pod }, { kind: 'held', message: 'm', retryAfterMs: 600_000 });
  const waitOf = ({ notBefore }: PodMigrationStatus): number => Date.parse(notBefore!) - now;
  expect([first.waits, first.attempts]).toEqual([1, undefined]);
  expect(waitOf(first)).toBeGreaterThanOrEqual(options.retryAfterMs / 2);
  expect(waitOf(later)).toBeGreaterThan(waitOf(first));
  expect(waitOf(asked)).toBe(600_000);
});

test('MAX_RETRY: the fourth time something breaks is the last', () => {
  let status: PodMigrationStatus = { phase: 'Evicting', since: at(0) };
  const phases = [1, 2, 3, 4].map(() => {
    status = afterwards(status, { kind: 'rehearse', pod }, failed);
    return status.phase;
  });
  expect(phases).toEqual(['Evicting', 'Evicting', 'Evicting', 'Failed']);
});

test('undoing never gives up, refused or broken', () => {
  const undoing = { towards: 'Failed', reason: 'CloneNeverReady', message: 'm' } as const;
  const tried = { ...surging, attempts: 20, undoing };
  for (const outcome of [failed, { kind: 'refused', reason: 'Forbidden', message: 'm' } as const]) {
    const status = afterwards(tried, { kind: 'removeClone', clone }, outcome);
    expect(status).toMatchObject({ phase: 'Surging', undoing, clone: { name: 'web-c' }, attempts: 21 });
  }
});

test('a clone that was adopted meanwhile is not undone: the move goes on', () => {
  const undoing = { towards: 'Withdrawn', reason: 'SourceCooled', message: 'm' } as const;
  const status = afterwards({ ...surging, undoing }, { kind: 'removeClone', clone }, { kind: 'moot', why: 'adopted' });
  expect(status).toMatchObject({ adoptedAt: at(0), clone: { name: 'web-c' } });
  expect(status.undoing).toBeUndefined();
});

test('an eviction whose answer was lost is still known to have been sent', () => {
  const sent = { ...evicting, evictionSentAt: at(0) };
  expect(afterwards(sent, { kind: 'evict', pod }, failed).evictionSentAt).toBe(at(0));
  expect(afterwards(sent, { kind: 'evict', pod }, { kind: 'held', message: 'm' }).evictionSentAt).toBeUndefined();
});

test('a pod that is found gone, an eviction having been sent, went by our hand, whatever the view shows', () => {
  const sent = { ...evicting, evictionSentAt: at(-minute) };
  for (const why of ['gone', 'leaving'] as const) {
    expect(afterwards(sent, { kind: 'rehearse', pod }, { kind: 'moot', why }).phase).toBe('Settling');
    expect(afterwards(evicting, { kind: 'rehearse', pod }, { kind: 'moot', why })).toEqual(
      afterwards(evicting, { kind: 'createClone', clone, of: pod, nodes: [] }, { kind: 'done' }),
    );
  }
  expect(afterwards({ ...sent, attempts: 3 }, { kind: 'evict', pod }, failed)).toMatchObject({
    phase: 'Evicting',
    attempts: 4,
  });
});
