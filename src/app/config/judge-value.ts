import { closest } from '#base/closest.ts';
import type { Complaint } from '#app/config/complaint.ts';
import { configFault } from '#app/config/faults.ts';
import { judgeInner } from '#app/config/judge-inner.ts';
import type { Leaf } from '#app/config/leaves.ts';
import { placeOf, type Given } from '#app/config/origin.ts';
import { redactUrl } from '#app/config/redact-url.ts';

export type Judgement =
  | { readonly kind: 'good'; readonly value: unknown }
  | { readonly kind: 'bad'; readonly complaints: readonly Complaint[] };

/** Whether an option can take a value; when not: where, what was got, what is wanted, what was probably meant. */
export function judgeValue(leaf: Leaf, given: Given): Judgement {
  const parsed = leaf.schema.safeParse(given.raw);
  if (parsed.success) return { kind: 'good', value: parsed.data };
  const { inner } = leaf.meta;
  const within = inner === undefined ? [] : judgeInner(inner, leaf.path, given, complaintsAbout);
  if (within.length > 0) return { kind: 'bad', complaints: within };
  const meant = probablyMeant(leaf, given.raw);
  const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
  const message = `${placeOf(given.origin)}: ${leaf.path}: ${showRaw(leaf, given.raw)} is not ${wanted(leaf, given)}${hint}`;
  return { kind: 'bad', complaints: [{ origin: given.origin, fault: configFault('config/bad-value', message) }] };
}

function complaintsAbout(leaf: Leaf, given: Given): readonly Complaint[] {
  const judged = judgeValue(leaf, given);
  return judged.kind === 'bad' ? judged.complaints : [];
}

function wanted(leaf: Leaf, given: Given): string {
  const { kind, unit, wanted } = leaf.meta;
  if (kind !== 'duration' || given.origin.kind !== 'environment' || unit === undefined) return wanted;
  return `a number of ${unit === 's' ? 'seconds' : 'milliseconds'} or ${wanted}`;
}

const LONGEST_SHOWN = 60;

function showRaw(leaf: Leaf, raw: unknown): string {
  if (raw === null || raw === undefined) return 'nothing';
  if (Array.isArray(raw)) return 'a list';
  if (typeof raw === 'object') return 'a mapping';
  if (leaf.meta.secret === true) return 'what stands here';
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  if (typeof raw !== 'string') return typeof raw;
  const shown = leaf.meta.kind === 'url' ? redactUrl(raw) : raw;
  return JSON.stringify(shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown);
}

type Reading = string | number | undefined;

/** The first plausible reading of a bad value that the option would take. */
function probablyMeant(leaf: Leaf, raw: unknown): Reading {
  return readings(leaf, raw).find((reading) => reading !== undefined && leaf.schema.safeParse(reading).success);
}

function readings({ meta }: Leaf, raw: unknown): readonly Reading[] {
  const number = numberIn(raw);
  if (number !== undefined) {
    // a percentage, a number in quotes, a number without its unit
    if (meta.kind === 'ratio') return [number, Number((number / 100).toPrecision(12))];
    return [number, `${number}${meta.unit ?? 's'}`];
  }
  if (typeof raw !== 'string') return [];
  if (meta.kind === 'duration') return [raw.replaceAll(' ', '').toLowerCase()];
  if (meta.kind === 'choice') return [closest(raw.replaceAll('-', '_'), meta.choices ?? [])];
  // never for what may hold a password: a hint would show it
  return meta.kind === 'url' && !/:\/\/|@/.test(raw) ? [`http://${raw}`] : [];
}

const NUMBER = /^\s*([+-]?\d+(?:\.\d+)?)\s*%?\s*$/;

function numberIn(raw: unknown): number | undefined {
  if (typeof raw === 'number') return raw;
  const digits = typeof raw === 'string' ? NUMBER.exec(raw)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}
