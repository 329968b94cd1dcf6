import { z } from 'zod';
import { parseDuration } from '#base/duration.ts';
import { traceNames } from '#simulation/recorded-courses.ts';
import { schedulerNames } from '#simulation/world/world-spec.ts';
import type { WorldFile } from './world-file.ts';
import { asNumber, isBadQuantity, readQuantity } from '#api/quantity.ts';

const duration = z.string().transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.issues.push({
    code: 'custom',
    message: `${JSON.stringify(text)} is not a duration such as 30s or 1h30m`,
    input: text,
  });
  return z.NEVER;
});

/** A time that has to pass: what recurs after none would never let another come. */
const timePassing = duration.refine((ms) => ms > 0, 'must be longer than nothing');

const quantityText = z.union([z.string(), z.number()]).transform((given, context) => {
  const text = String(given);
  if (!isBadQuantity(readQuantity(text))) return text;
  context.issues.push({
    code: 'custom',
    message: `${JSON.stringify(text)} is not a quantity such as 500m or 2Gi`,
    input: given,
  });
  return z.NEVER;
});

const amount = quantityText.transform((text) => {
  const read = readQuantity(text);
  return isBadQuantity(read) ? Number.NaN : asNumber(read);
});
const atLeastNone = amount.refine((value) => value >= 0, 'is less than nothing');
const some = amount.refine((value) => value > 0, 'must be more than nothing');

const share = z.number().min(0).max(1);
const count = z.number().int().min(0).max(10_000);
const podsOrPercent = z.union([
  count,
  z.string().regex(/^\d{1,3}%$/, 'is neither a number of pods nor a percent such as 25%'),
]);
const name = z
  .string()
  .regex(/^[a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?$/, 'is not a name of lower-case letters, digits and dashes');

const load = z.strictObject({
  shape: z.enum(['steady', 'diurnal', 'bursty']).default('steady'),
  trace: z.enum(traceNames).optional(),
  cores: atLeastNone,
  swing: z.number().min(0).max(20).default(0.5),
  noise: z.number().min(0).max(2).default(0.1),
  peakAt: share.default(0.58),
});

const arrivals = z.strictObject({ trace: z.literal('surf-week'), share: share.default(1) });

const workload = z.strictObject({
  name,
  namespace: name.default('default'),
  kind: z.enum(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job']).default('Deployment'),
  replicas: count.default(1),
  requests: z.record(z.string(), quantityText).default({}),
  limits: z.record(z.string(), quantityText).default({}),
  load: load.optional(),
  memory: z.strictObject({ holds: atLeastNone, leaksPerHour: atLeastNone.default(0) }).optional(),
  startUp: z.strictObject({ cores: atLeastNone, for: duration }).optional(),
  runsFor: duration.optional(),
  arrivals: arrivals.optional(),
  budget: z
    .union([z.strictObject({ minAvailable: podsOrPercent }), z.strictObject({ maxUnavailable: podsOrPercent })])
    .optional(),
  autoscale: z.strictObject({ min: count, max: count, targetCPU: z.number().min(1).max(1000) }).optional(),
});

/** What a recording says of its jobs is not said again. */
const arrivingWorkload = workload.superRefine(({ kind, arrivals: coming, ...written }, context) => {
  if (coming === undefined) return;
  if (kind !== 'Job') context.addIssue({ code: 'custom', path: ['kind'], message: 'arrivals are those of Jobs' });
  for (const key of ['load', 'runsFor', 'autoscale'] as const) {
    if (written[key] !== undefined)
      context.addIssue({ code: 'custom', path: [key], message: 'the recording says it of jobs that arrive' });
  }
});

const nodes = z.strictObject({
  name: name.default('n'),
  count: count.min(1),
  cpu: some,
  memory: some,
  labels: z.record(z.string(), z.string()).default({}),
});

const at = { at: duration };
const event = z.discriminatedUnion('do', [
  z.strictObject({
    ...at,
    do: z.enum([
      'lose-node',
      'bring-node-back',
      'remove-node',
      'cordon',
      'uncordon',
      'drain',
      'lose-exporter',
      'bring-exporter-back',
    ]),
    node: z.string(),
  }),
  z.strictObject({ ...at, do: z.enum(['roll-out', 'delete', 'delete-pod']), workload: z.string() }),
  z.strictObject({ ...at, do: z.literal('scale'), workload: z.string(), replicas: count }),
  z.strictObject({
    ...at,
    do: z.enum([
      'blind',
      'see',
      'hold-up-watch',
      'let-go-watch',
      'lose-leader',
      'lead-again',
      'restart',
      'pause',
      'resume',
    ]),
  }),
]);

const nodeNames = ({ name: group, count: of }: { readonly name: string; readonly count: number }): string[] =>
  Array.from({ length: of }, (_, number) => `${group}${number + 1}`);

/** Refuses a list of which two would be called the same: events could mean either. */
function namedOnce<Item>(namesOf: (item: Item) => readonly string[]) {
  return (items: readonly Item[], context: z.RefinementCtx): void => {
    const taken = new Set<string>();
    for (const [place, item] of items.entries()) {
      const twice = namesOf(item).find((one) => taken.has(one));
      if (twice !== undefined)
        context.addIssue({ code: 'custom', path: [place, 'name'], message: `${twice} is the name of another already` });
      for (const one of namesOf(item)) taken.add(one);
    }
  };
}

/** A world file, as people write it. */
export const worldSchema: z.ZodType<WorldFile> = z.strictObject({
  seed: z.number().int().default(1),
  lasts: timePassing.default(86_400_000),
  nodes: z.array(nodes).min(1).superRefine(namedOnce(nodeNames)),
  workloads: z
    .array(arrivingWorkload)
    .min(1)
    .superRefine(namedOnce(({ name: own }) => [own])),
  scheduler: z.enum(schedulerNames).default('default'),
  times: z
    .strictObject({ pull: duration, start: duration, ready: duration, termination: duration, jitter: share })
    .partial()
    .default({}),
  metrics: z
    .strictObject({ scrapeInterval: timePassing, window: timePassing, lag: duration, loss: share, skew: duration })
    .partial()
    .default({}),
  faults: z
    .strictObject({ throttled: share, failing: share, timingOut: share, latency: duration })
    .partial()
    .default({}),
  watchLag: duration.default(50),
  events: z.array(event).default([]),
});
