import { z } from 'zod';
import { closest } from '#base/closest.ts';
import type { Complaint } from '#app/config/complaint.ts';
import { type ConfigFaultCode, configFault } from '#app/config/faults.ts';
import type { Inner } from '#app/config/leaf.ts';
import { type Leaf, leafOf } from '#app/config/leaves.ts';
import { type Given, type Origin, placeOf } from '#app/config/origin.ts';

/** Judges one value. */
export type JudgeLeaf = (leaf: Leaf, given: Given) => readonly Complaint[];

/** What is wrong within a value that holds several: each part is judged as an option of its own, at its own place. */
export function judgeInner({ each, keys }: Inner, path: string, given: Given, judge: JudgeLeaf): readonly Complaint[] {
  const parts = keys === undefined ? elementsOf(given.raw) : entriesOf(given.raw);
  return parts.flatMap(([key, raw]) => {
    if (keys !== undefined && !keys.fits(String(key))) {
      return [complaint('config/bad-value', keyOrigin(given, key), `${path}: ${shown(key)} is not ${keys.wanted}`)];
    }
    return judgePart(each, `${path}.${key}`, within(given, key, raw), judge);
  });
}

function judgePart(schema: z.ZodType, path: string, given: Given, judge: JudgeLeaf): readonly Complaint[] {
  if (!(schema instanceof z.ZodObject))
    return judge(leafOf(path.slice(path.lastIndexOf('.') + 1), path, schema), given);
  if (!isMapping(given.raw)) {
    return [complaint('config/not-a-mapping', given.origin, `${path} is a mapping of options`)];
  }
  const { raw } = given;
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return [
    ...Object.keys(raw).flatMap((key) => (Object.hasOwn(shape, key) ? [] : [stranger(path, key, shape, given)])),
    ...Object.entries(shape).flatMap(([key, part]) => {
      if (Object.hasOwn(raw, key)) return judgePart(part, `${path}.${key}`, within(given, key, raw[key]), judge);
      return part.safeParse(undefined).success ? [] : [missing(`${path}.${key}`, part, given)];
    }),
  ];
}

function stranger(path: string, key: string, shape: object, given: Given): Complaint {
  const meant = closest(key, Object.keys(shape));
  const hint = meant === undefined ? '' : `: did you mean ${meant}?`;
  return complaint('config/unknown-key', keyOrigin(given, key), `no option is called ${path}.${key}${hint}`);
}

function missing(path: string, part: z.ZodType, { origin }: Given): Complaint {
  return complaint('config/bad-value', origin, `${path} is missing: ${part.meta()?.description ?? ''}`);
}

function complaint(code: ConfigFaultCode, origin: Origin, message: string): Complaint {
  return { origin, fault: configFault(code, `${placeOf(origin)}: ${message}`) };
}

function within(given: Given, key: string | number, raw: unknown): Given {
  return { ...(given.part?.(key, 'value') ?? { origin: given.origin }), raw };
}

function keyOrigin(given: Given, key: string | number): Origin {
  return (given.part?.(key, 'key') ?? given).origin;
}

const LONGEST_SHOWN = 60;

function shown(key: string | number): string {
  return JSON.stringify(String(key).slice(0, LONGEST_SHOWN));
}

function elementsOf(raw: unknown): readonly (readonly [number, unknown])[] {
  return Array.isArray(raw) ? raw.map((element: unknown, place) => [place, element] as const) : [];
}

function entriesOf(raw: unknown): readonly (readonly [string, unknown])[] {
  return isMapping(raw) ? Object.entries(raw) : [];
}

function isMapping(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}
