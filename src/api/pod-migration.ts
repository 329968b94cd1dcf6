import { z } from 'zod';
import type { StringMap } from './kubernetes/metadata.ts';

/** How a pod is to leave. Auto: started anew first where that works, else evicted where that costs no outage. */
export const migrationModes = ['Auto', 'Evict', 'Surge', 'Request'] as const;

export type MigrationMode = (typeof migrationModes)[number];

/**
 * Where a move stands.
 *
 *   Proposed ─▶ Approved ─┬▶ Surging ──┬▶ Settling ─▶ Succeeded | Failed
 *                         ├▶ Evicting ─┤
 *                         └▶ Requested ┘      Surging ─▶ Evicting where surging cannot be gone on with
 *
 *   until the pod was told to go: any ─▶ Withdrawn (not wanted any more) | Refused (not possible) | Failed (tried in vain)
 */
export const migrationPhases = [
  'Proposed',
  'Approved',
  'Surging',
  'Evicting',
  'Requested',
  'Settling',
  'Succeeded',
  'Failed',
  'Refused',
  'Withdrawn',
] as const;

export type MigrationPhase = (typeof migrationPhases)[number];

/** Those that no step leads out of. */
export const finalPhases: readonly MigrationPhase[] = ['Succeeded', 'Failed', 'Refused', 'Withdrawn'];

/** Those in which something may be done to the pod: whoever writes one must be allowed to evict. */
export const actingPhases: readonly MigrationPhase[] = ['Approved', 'Surging', 'Evicting', 'Requested'];

/** An object, and which of that name. */
export interface ObjectRef {
  readonly name: string;
  readonly uid: string;
}

/** The topmost owner: what a cooldown is counted by. */
export interface WorkloadRef extends ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Why a plan wants a move: its node is hot, was foretold to be, or its place is wanted for a pod that leaves such a node; or a
 * rule over the pod wants it elsewhere.
 */
export const plannedFor = ['Hot', 'Foretold', 'MakesRoom', 'Ruled'] as const;

export type PlannedFor = (typeof plannedFor)[number];

/** What a plan of ours expected of a move when it asked for it. */
export interface PlannedMove {
  readonly for: PlannedFor;
  /** The pod that its place is for, where it makes room. */
  readonly makesRoomFor?: ObjectRef | undefined;
  /** In overload minutes, beyond its price; below nothing where a rule wants it. */
  readonly worthMinutes: number;
  readonly predicted: LoadsOfBoth;
}

/** What is wanted. It never changes: another wish is another migration. */
export interface PodMigrationSpec {
  readonly podRef: ObjectRef;
  /** Where it should land; the scheduler has the last word. */
  readonly targetNode?: string | undefined;
  readonly mode: MigrationMode;
  /** Whole sentences, for people. */
  readonly reason: string;
  /** RFC 3339: until then the pod must have been told to go, or the move is given up. */
  readonly deadline: string;
  /** Absent where it is wanted by hand. */
  readonly planned?: PlannedMove | undefined;
}

/** Ratios by signal, as the annotations of nodes write them: `{cpu: "0.853"}`. What is unknown is absent. */
export interface LoadsOfBoth {
  readonly source?: StringMap | undefined;
  readonly target?: StringMap | undefined;
}

export interface MigrationCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

/** A change of phase, or of why it lasts. */
export interface HistoryEntry {
  readonly at: string;
  readonly phase: MigrationPhase;
  readonly reason: string;
  readonly message: string;
}

/** How far the move has come: with the world as it is, all that is needed to go on from here. Instants are RFC 3339. */
export interface PodMigrationStatus {
  readonly phase: MigrationPhase;
  /** When the phase began. */
  readonly since: string;
  readonly sourceNode?: string | undefined;
  readonly workload?: WorkloadRef | undefined;
  readonly landedNode?: string | undefined;
  readonly replacement?: ObjectRef | undefined;
  /** Where a pod started in advance is steered to; it may come to be on another node that would take it. */
  readonly headedFor?: string | undefined;
  /** The pod started in advance, while it is ours. */
  readonly clone?: { readonly name: string } | undefined;
  /** How often something broke while it was tried. */
  readonly attempts?: number | undefined;
  /** How often a budget held the pod back. */
  readonly waits?: number | undefined;
  readonly notBefore?: string | undefined;
  /** The API server would have let the eviction pass. */
  readonly rehearsedAt?: string | undefined;
  /** The eviction was sent; whether it was heard may not be known. */
  readonly evictionSentAt?: string | undefined;
  /** The workload took the clone for its own. */
  readonly adoptedAt?: string | undefined;
  /** The pod was told to go. */
  readonly toldToGoAt?: string | undefined;
  /** The newest pods of the workload before this one went: what is not among them and no older is new. */
  readonly eve?: { readonly newest: string; readonly uids: readonly string[] } | undefined;
  /** What stood on the pod before we made it the first to go; empty where nothing did. */
  readonly deletionCostWas?: string | undefined;
  /** The move is given up: what is left to be undone is undone, and then this is its phase. */
  readonly undoing?: UndoingStatus | undefined;
  /** When the move began. */
  readonly before?: LoadsOfBoth | undefined;
  readonly predicted?: LoadsOfBoth | undefined;
  readonly measured?: LoadsOfBoth | undefined;
  readonly conditions?: readonly MigrationCondition[] | undefined;
  readonly history?: readonly HistoryEntry[] | undefined;
}

export interface UndoingStatus {
  readonly towards: MigrationPhase;
  readonly reason: string;
  readonly message: string;
}

export interface PodMigrationMeta {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp?: string | undefined;
}

/** One move of one pod, durable. */
export interface PodMigration {
  readonly metadata: PodMigrationMeta;
  readonly spec: PodMigrationSpec;
  /** Absent until somebody looked at it. */
  readonly status?: PodMigrationStatus | undefined;
}

const name = z.string().min(1).max(253);
const uid = z.string().min(1).max(128);
const sentence = z.string().min(1).max(1024);
const word = z
  .string()
  .regex(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/)
  .max(128);
const instant = z.iso.datetime({ offset: true });
const count = z.int().min(0).max(1_000_000);
const minutes = z.int().min(-1_000_000).max(1_000_000);
const phase = z.enum(migrationPhases);
const objectRef = z.strictObject({ name, uid });
const loads = z.record(
  z.string().max(63),
  z
    .string()
    .regex(/^[0-9]+(\.[0-9]+)?$/)
    .max(32),
);
const loadsOfBoth = z.strictObject({ source: loads.optional(), target: loads.optional() });

const planned: z.ZodType<PlannedMove> = z.strictObject({
  for: z.enum(plannedFor).meta({
    description:
      'Its node is hot, was foretold to be, or its place is wanted for a pod that leaves such a node; or a rule wants it elsewhere.',
  }),
  makesRoomFor: objectRef.optional().meta({ description: 'The pod that its place is for, where it makes room.' }),
  worthMinutes: minutes.meta({
    description: 'Minutes of overload that it is expected to avoid, beyond its price: the worthiest goes first.',
  }),
  predicted: loadsOfBoth.meta({ description: 'Load of both nodes as it was predicted, by signal.' }),
});

/** One and the same source of validation and of the CRD. */
export const podMigrationSpecSchema: z.ZodType<PodMigrationSpec> = z
  .strictObject({
    podRef: objectRef.meta({ description: 'The pod to move: its name, and the uid that says which of that name.' }),
    targetNode: name.optional().meta({ description: 'Where it should land. The scheduler has the last word.' }),
    mode: z
      .enum(migrationModes)
      .default('Auto')
      .meta({
        description:
          'Surge starts the new pod first. Evict asks the Eviction API. Request creates an EvictionRequest. ' +
          'Auto surges where that works, evicts where that costs no outage, and else refuses.',
      }),
    reason: sentence.meta({ description: 'Why, for people.' }),
    deadline: instant.meta({ description: 'Until then the pod must have been told to go, or the move is given up.' }),
    planned: planned.optional().meta({ description: 'What a plan expects of it; absent where it is wanted by hand.' }),
  })
  .meta({
    description: 'What is wanted. It never changes: another wish is another PodMigration.',
    'x-kubernetes-validations': [
      { rule: 'self == oldSelf', message: 'spec is immutable: delete this PodMigration and create another' },
    ],
  });

const condition: z.ZodType<MigrationCondition> = z.strictObject({
  type: word,
  status: z.enum(['True', 'False', 'Unknown']),
  reason: word,
  message: z.string().max(2048),
  lastTransitionTime: instant,
});

const entry: z.ZodType<HistoryEntry> = z.strictObject({
  at: instant,
  phase,
  reason: word,
  message: z.string().max(2048),
});

/** How many steps a migration remembers. */
export const HISTORY_LIMIT = 50;

export const podMigrationStatusSchema: z.ZodType<PodMigrationStatus> = z
  .strictObject({
    phase: phase.meta({ description: 'Where the move stands.' }),
    since: instant.meta({ description: 'When the phase began.' }),
    sourceNode: name.optional().meta({ description: 'The node that the pod is to leave.' }),
    workload: z.strictObject({ apiVersion: name, kind: word, name, uid }).optional().meta({
      description: 'The topmost owner of the pod, by which moves are counted.',
    }),
    landedNode: name.optional().meta({ description: 'The node that the replacement runs on.' }),
    replacement: objectRef.optional().meta({ description: 'The pod that came instead.' }),
    headedFor: name.optional().meta({ description: 'The node that a pod started in advance is steered to.' }),
    clone: z.strictObject({ name }).optional().meta({ description: 'The pod started in advance, while it is ours.' }),
    attempts: count.optional().meta({ description: 'How often something broke while it was tried.' }),
    waits: count.optional().meta({ description: 'How often a disruption budget held the pod back.' }),
    notBefore: instant.optional().meta({ description: 'Nothing more is tried before then.' }),
    rehearsedAt: instant.optional().meta({ description: 'When the API server would have let the eviction pass.' }),
    evictionSentAt: instant.optional().meta({ description: 'When the eviction was sent, heard or not.' }),
    adoptedAt: instant.optional().meta({ description: 'When the workload took the clone for its own.' }),
    toldToGoAt: instant.optional().meta({ description: 'When the pod was told to go.' }),
    eve: z
      .strictObject({ newest: instant, uids: z.array(uid).max(5000) })
      .optional()
      .meta({ description: 'The newest pods of the workload before this one went.' }),
    deletionCostWas: z.string().max(253).optional().meta({
      description: 'The deletion cost that stood on the pod before ours; empty where there was none.',
    }),
    undoing: z
      .strictObject({ towards: phase, reason: word, message: z.string().max(2048) })
      .optional()
      .meta({ description: 'The move is given up; once nothing is left to undo, this is its phase.' }),
    before: loadsOfBoth.optional().meta({ description: 'Load of both nodes when the move began, by signal.' }),
    predicted: loadsOfBoth.optional().meta({ description: 'Load of both nodes as it was predicted, by signal.' }),
    measured: loadsOfBoth.optional().meta({ description: 'Load of both nodes as it came to be, by signal.' }),
    conditions: z
      .array(condition)
      .max(20)
      .optional()
      .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] }),
    history: z.array(entry).max(HISTORY_LIMIT).optional().meta({ description: 'What became of it, oldest first.' }),
  })
  .meta({ description: 'How far the move has come.' });

const meta: z.ZodType<PodMigrationMeta> = z.object({
  namespace: name,
  name,
  uid,
  resourceVersion: z.string(),
  creationTimestamp: instant.optional(),
});

/** A PodMigration as the API server holds it. */
export const podMigrationSchema: z.ZodType<PodMigration> = z.object({
  metadata: meta,
  spec: podMigrationSpecSchema,
  status: podMigrationStatusSchema.optional(),
});

/** Whether nothing will be done about it any more. */
export function isFinished({ status }: Pick<PodMigration, 'status'>): boolean {
  return status !== undefined && finalPhases.includes(status.phase);
}
