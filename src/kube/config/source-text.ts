import { isNode, LineCounter, parseAllDocuments } from 'yaml';
import type { Document, Tags } from 'yaml';
import { kubeFault } from '#kube/faults.ts';
import { messageOf } from './cause.ts';

/** From the top of a file down to one value. */
export type FieldPath = readonly (string | number)[];

/** A YAML or JSON file that somebody wrote: its value, and where each field of it stands. */
export interface SourceText {
  readonly file: string;
  readonly value: unknown;
  /** `file:line:column: field`, for messages; a field that is absent stands where its parent does. */
  readonly placeOf: (path: FieldPath) => string;
}

// kubectl reads YAML 1.1 (`yes` is a truth value), yet leaves dates and 12:30 as the text they look like.
const tagsOfKubectl = (tags: Tags): Tags =>
  tags.filter(
    (tag) =>
      typeof tag === 'string' ||
      !(tag.tag === 'tag:yaml.org,2002:timestamp' || ('format' in tag && tag.format === 'TIME')),
  );

/** Reads the first document of `text`, as kubectl does; what is not YAML is a fault with its place. */
export function readSourceText(file: string, text: string): SourceText {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false, // kubectl takes the last of two equal keys
    schema: 'yaml-1.1',
    customTags: tagsOfKubectl,
  });
  const [first] = documents;
  if (!first) return { file, value: null, placeOf: (path) => placeText(file, 1, 1, path) };
  const [wrong] = first.errors;
  if (wrong) {
    const { line, col } = lines.linePos(wrong.pos[0]);
    throw kubeFault(
      'kube/bad-kubeconfig',
      `reading kubeconfig ${file}:${line}:${col}: ${withoutQuotes(wrong.message)}`,
    );
  }
  return { file, value: valueOf(file, first), placeOf: (path) => placeIn(file, first, lines, path) };
}

/** The parser quotes what it stumbled over, which may be half a token. */
const withoutQuotes = (message: string): string => message.replaceAll(/:? "(?:[^"\\]|\\.)*"/g, '');

function valueOf(file: string, document: Document.Parsed): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    // aliases that multiply without end
    throw kubeFault('kube/bad-kubeconfig', `reading kubeconfig ${file}: ${messageOf(cause)}`, { cause });
  }
}

function placeIn(file: string, document: Document.Parsed, lines: LineCounter, path: FieldPath): string {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    const start = rangeStart(node);
    if (start === undefined) continue;
    const { line, col } = lines.linePos(start);
    return placeText(file, line, col, path);
  }
  return placeText(file, 1, 1, path);
}

function rangeStart(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function placeText(file: string, line: number, column: number, path: FieldPath): string {
  const field = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return `${file}:${line}:${column}: ${field === '' ? 'the file' : field.replace(/^\./, '')}`;
}
