import { z } from 'zod';

/** A schema as a CustomResourceDefinition takes it. */
export type StructuralSchema = Readonly<Record<string, unknown>>;

/** A rule in CEL, and what is said where it does not hold. */
export interface CelRule {
  readonly rule: string;
  readonly message: string;
}

/** What a zod type takes, as a structural schema. Meta keys of the type (`description`, `x-kubernetes-…`) are kept. */
export function structuralSchema(type: z.ZodType): StructuralSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { target: 'openapi-3.0', io: 'input' });
  return structural(schema);
}

function structural(schema: Readonly<Record<string, unknown>>): StructuralSchema {
  const kept = Object.entries(schema).filter((entry) => isStructural(entry, schema));
  return Object.fromEntries(kept.map(([key, value]) => [key, inner(key, value)]));
}

/**
 * Unknown fields are pruned, or refused where validation is strict: `additionalProperties: false` says it once more and
 * is not allowed. The format of an instant is checked by the API server; zod's pattern for it would be said to people.
 */
function isStructural([key, value]: readonly [string, unknown], { format }: StructuralSchema): boolean {
  if (key === 'additionalProperties') return value !== false;
  return key !== 'pattern' || format !== 'date-time';
}

function inner(key: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (key === 'properties')
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, isRecord(of) ? structural(of) : of]));
  return key === 'items' || key === 'additionalProperties' ? structural(value) : value;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
