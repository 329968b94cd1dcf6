import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import type { Fault } from '#base/fault.ts';
import { closest } from '#base/closest.ts';
import { simulateFault } from './faults.ts';
import type { WorldFile } from './world-file.ts';
import { worldSchema } from './world-schema.ts';

/** Reads a world; everything that is wrong with it is thrown together. `file` is the name that people know the text by. */
export function worldIn(text: string, file: string): WorldFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fault = (offset: number, message: string): Fault => {
    const { line, col } = lines.linePos(offset);
    return simulateFault('simulate/bad-world', `${file}:${line}:${col}: ${message}`);
  };
  const syntax = [...document.errors, ...document.warnings];
  if (syntax.length > 0) throw new AggregateError(syntax.map(({ pos, message }) => fault(pos[0], message)));
  if (!isMap(document.contents)) throw simulateFault('simulate/neither', `reading ${file}: it is no YAML mapping`);
  const read = worldSchema.safeParse(document.toJS({ maxAliasCount: 100 }) ?? {});
  if (read.success) return read.data;
  throw new AggregateError(
    read.error.issues.flatMap((issue) =>
      complaintsOf(issue).map(({ path, key, message }) => fault(offsetOf(document, path, key), message)),
    ),
  );
}

interface Complaint {
  readonly path: readonly PropertyKey[];
  /** The key itself is meant, not what stands under it. */
  readonly key?: string;
  readonly message: string;
}

function complaintsOf(issue: z.core.$ZodIssue): Complaint[] {
  const { path } = issue;
  const where = path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys')
    return [{ path, message: `${where === '' ? 'the world' : where}: ${issue.message}` }];
  return issue.keys.map((key) => {
    const suggestion = closest(key, keysAt(path));
    const hint = suggestion === undefined ? '' : `: did you mean ${suggestion}?`;
    return { path, key, message: `${[...path.map(String), key].join('.')} is not known${hint}` };
  });
}

/** The keys that may stand at a path of lists and mappings. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = worldSchema;
  for (const step of path) schema = within(schema, step);
  const bare = stripped(schema);
  return bare instanceof z.ZodObject ? Object.keys(bare.shape) : [];
}

function within(schema: unknown, step: PropertyKey): unknown {
  const bare = stripped(schema);
  if (bare instanceof z.ZodArray) return bare.element;
  return bare instanceof z.ZodObject ? bare.shape[String(step)] : undefined;
}

/** Without its default, and without its being optional. */
function stripped(schema: unknown): unknown {
  let bare = schema;
  while (bare instanceof z.ZodDefault || bare instanceof z.ZodOptional) bare = bare.unwrap();
  return bare;
}

/** Where in the text a path stands, or the nearest of what it stands in. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[], key?: string): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (depth === path.length && key !== undefined && isMap(node)) {
      const pair = node.items.find((one) => isScalar(one.key) && one.key.value === key);
      if (isNode(pair?.key)) return pair.key.range?.[0] ?? 0;
    }
    if (isNode(node)) return node.range?.[0] ?? 0;
  }
  return 0;
}
