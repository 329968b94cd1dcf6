import type { Shape } from '../shapes.ts';

/** What a decoder must make of a document: the obvious way, from what JSON.parse made of it. */
export function project(shape: Shape<unknown>, value: unknown): unknown {
  const { reading } = shape;
  if (value === null) return undefined;
  switch (reading.kind) {
    case 'text':
    case 'raw-text':
      return typeof value === 'string' ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'text-map':
      return isObject(value) ? onlyPresent(value, () => ({ reading: { kind: 'text' } })) : undefined;
    case 'fields': {
      const { fields } = reading;
      return isObject(value)
        ? onlyPresent(value, (key) => (Object.hasOwn(fields, key) ? fields[key] : undefined))
        : undefined;
    }
    case 'list':
      return Array.isArray(value) ? value.map((inner) => project(reading.element, inner)).filter(isPresent) : undefined;
    case 'shared':
      return project(reading.whole, value);
    case 'json':
      return value;
    case 'nothing':
    default:
      return undefined;
  }
}

function onlyPresent(value: object, shapeOf: (key: string) => Shape<unknown> | undefined): unknown {
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const shape = shapeOf(key);
    return [key, shape === undefined ? undefined : project(shape, inner)] as const;
  });
  return Object.fromEntries(entries.filter(([, inner]) => isPresent(inner)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPresent(value: unknown): boolean {
  return value !== undefined;
}
