import { z } from 'zod';
import { podMigrationSchema } from '#api/pod-migration.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type {
  AppliedLine,
  LabelsLine,
  LookLine,
  MigrationsLine,
  PastLine,
  RecordingLine,
  RemovedLine,
  SessionLine,
  UnreadLine,
} from '#ports/recording.ts';

/** Reads the objects of each kind. */
export type ObjectSchemas = Readonly<Record<ClusterKind, z.ZodType<object>>>;

const instant = z.number().min(0);
const fault = z.object({ code: z.string(), message: z.string(), remedy: z.string() });
const source = z.enum(['prometheus', 'metrics-api', 'annotations']);
const answerer = { source, passedOver: z.array(z.object({ source, fault })).optional() };
const number = z.int().min(0);
const value = z.union([z.string(), z.number(), z.null()]);
const age = z.union([z.number(), z.null()]);
const samples = z.array(z.union([z.tuple([number, value, age]), z.tuple([number, value, age, z.number()])]));
const aboutSignal = { ...answerer, signal: z.string(), tookMs: z.number() };
const signals = z.array(
  z.discriminatedUnion('kind', [
    z.object({
      ...aboutSignal,
      kind: z.literal('read'),
      unit: z.enum(['ratio', 'percent', 'cores', 'bytes', 'milliseconds', 'count']),
      series: samples,
    }),
    z.object({ ...aboutSignal, kind: z.literal('failed'), fault }),
  ]),
);

const pods = z.discriminatedUnion('kind', [
  z.object({ ...answerer, kind: z.literal('read'), cpuCores: samples, memoryBytes: samples }),
  z.object({ kind: z.literal('failed'), faults: z.array(fault) }),
  z.object({ kind: z.literal('not-asked') }),
]);

const session: z.ZodType<SessionLine> = z.object({
  kind: z.literal('plimsoll-recording'),
  version: z.literal(1),
  at: instant,
  program: z.string(),
  cluster: z.object({
    uid: z.string().optional(),
    version: z.object({ major: z.int(), minor: z.int(), full: z.string() }),
  }),
});

const migrations: z.ZodType<MigrationsLine> = z.object({
  kind: z.literal('migrations'),
  items: z.array(podMigrationSchema),
  remarks: z.array(z.string()),
});

const labels: z.ZodType<LabelsLine> = z.object({
  kind: z.literal('labels'),
  of: z.array(z.record(z.string(), z.string())),
});

const past: z.ZodType<PastLine> = z.object({ kind: z.literal('past'), at: instant, signals });

const look: z.ZodType<LookLine> = z.object({
  kind: z.literal('look'),
  begunAt: instant,
  readAt: instant,
  surgeRight: z.enum(['held', 'missing']),
  signals,
  pods,
  problems: z.array(z.object({ fault, signals: z.array(z.string()) })),
  warnings: z.array(z.string()),
  isDegraded: z.boolean(),
});

/** What every object has that is recorded. */
const named = z.looseObject({ metadata: z.looseObject({ name: z.string(), uid: z.string() }) });

export type LineReading =
  | { readonly kind: 'read'; readonly line: RecordingLine }
  | { readonly kind: 'bad'; readonly field: string; readonly message: string };

/** Reads lines; an object is read by the schema of its kind. */
export function lineReader(objects: ObjectSchemas): (value: unknown) => LineReading {
  const schemas = schemasOf(objects);
  return (value) => {
    const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
    if (!isKindOf(schemas, kind)) {
      return { kind: 'bad', field: 'kind', message: `${JSON.stringify(kind) ?? 'nothing'} is no kind of line` };
    }
    const read = schemas[kind].safeParse(value);
    if (read.success) return { kind: 'read', line: read.data };
    const [issue] = read.error.issues;
    return { kind: 'bad', field: issue!.path.join('.'), message: issue!.message };
  };
}

type LineSchemas = Readonly<Record<RecordingLine['kind'], z.ZodType<RecordingLine>>>;

const isKindOf = (schemas: LineSchemas, kind: unknown): kind is RecordingLine['kind'] =>
  typeof kind === 'string' && Object.hasOwn(schemas, kind);

function schemasOf(objects: ObjectSchemas): LineSchemas {
  const of = z.custom<ClusterKind>(
    (kind) => typeof kind === 'string' && Object.hasOwn(objects, kind),
    'is no kind of object that is recorded',
  );
  const applied: z.ZodType<AppliedLine> = z
    .object({ kind: z.literal('applied'), of, object: named })
    .transform((line, context) => {
      const read = objects[line.of].safeParse(line.object);
      if (read.success) return { ...line, object: read.data };
      for (const { path, message } of read.error.issues) {
        context.issues.push({ code: 'custom', input: line.object, path: ['object', ...path], message });
      }
      return z.NEVER;
    });
  const removed: z.ZodType<RemovedLine> = z.object({ kind: z.literal('removed'), of, uid: z.string() });
  const unread: z.ZodType<UnreadLine> = z.object({
    kind: z.literal('unread'),
    of,
    why: z.enum(['not-served', 'forbidden']),
    message: z.string(),
  });
  return { 'plimsoll-recording': session, applied, removed, unread, migrations, labels, past, look };
}
