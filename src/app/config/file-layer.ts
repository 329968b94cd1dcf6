import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import type { Complaint } from '#app/config/complaint.ts';
import { type ConfigFaultCode, configFault } from '#app/config/faults.ts';
import { type Branch, type Leaf, rootBranch } from '#app/config/leaves.ts';
import { type Given, type Layer, type Origin, placeOf } from '#app/config/origin.ts';
import { suggestKey } from '#app/config/suggest-key.ts';

/** The text of a configuration file, and the name people know it by. */
export interface ConfigFile {
  readonly name: string;
  readonly text: string;
}

/** What a file says, and everything that is wrong with its form; values are judged later, with those of other places. */
export interface FileReading {
  readonly layer: Layer;
  readonly complaints: readonly Complaint[];
}

const ALIASES_ALLOWED = 100;
const SYNTAX_FAULTS_SHOWN = 10;

/** Reads a file of YAML 1.2 into option paths with their places. */
export function readFileLayer(file: ConfigFile): FileReading {
  const lines = new LineCounter();
  const document = parseDocument(file.text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false, // told by the walk below, with both places
    logLevel: 'error', // `silent` would also hide a second document
  });
  const at = (offset: number): Origin => {
    const { line, col } = lines.linePos(offset);
    return { kind: 'file', file: file.name, line, column: col };
  };
  const syntax = syntaxComplaints(document, at);
  if (syntax.length > 0) return { layer: new Map(), complaints: syntax };
  const walk = new Walk(document, at);
  walk.branch(rootBranch, document.contents);
  return walk;
}

function syntaxComplaints(document: Document, at: (offset: number) => Origin): readonly Complaint[] {
  const errors = [...document.errors, ...document.warnings].map(({ code, pos, message }) => {
    return complaint(at(pos[0]), code === 'MULTIPLE_DOCS' ? 'a second document begins here' : message);
  });
  return errors.length > 0 ? errors.slice(0, SYNTAX_FAULTS_SHOWN) : aliasComplaints(document, at);
}

function complaint(origin: Origin, message: string): Complaint {
  return { origin, fault: configFault('config/syntax', `${placeOf(origin)}: ${message}`) };
}

// unresolved aliases, and those that multiply without end, only show when they are followed
function aliasComplaints(document: Document, at: (offset: number) => Origin): readonly Complaint[] {
  try {
    document.toJS({ maxAliasCount: ALIASES_ALLOWED });
    return [];
  } catch (error) {
    return [complaint(at(firstAlias(document)), error instanceof Error ? error.message : String(error))];
  }
}

function firstAlias(document: Document): number {
  let offset = 0;
  visit(document, {
    Alias(_, alias) {
      offset = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

/** One walk over a document along the tree of options. */
class Walk {
  readonly layer: Map<string, Given> = new Map();
  readonly complaints: Complaint[] = [];
  readonly #document: Document;
  readonly #at: (offset: number) => Origin;

  constructor(document: Document, at: (offset: number) => Origin) {
    this.#document = document;
    this.#at = at;
  }

  branch(branch: Branch, node: unknown): void {
    const value = this.#resolve(node);
    // `sources:` with everything below it commented out says nothing, and that is fine
    if (value === null || (isScalar(value) && value.value === null)) return;
    if (!isMap(value)) {
      const what = branch.path === '' ? 'a configuration file' : branch.path;
      this.#complain(
        'config/not-a-mapping',
        node,
        `${what} is a mapping of options, and ${described(value)} stands here`,
      );
      return;
    }
    const seen = new Map<string, unknown>();
    for (const pair of value.items) this.#pair(branch, pair, seen);
  }

  #pair(branch: Branch, { key: keyNode, value }: Pair, seen: Map<string, unknown>): void {
    const key = keyOf({ key: keyNode });
    if (this.#isRepeated(pathOf(branch, key), keyNode, seen.get(key))) return;
    seen.set(key, keyNode);
    const child = branch.children.find((candidate) => candidate.key === key);
    if (child === undefined) this.#unknown(branch, key, keyNode);
    else if (child.kind === 'branch') this.branch(child, value);
    else this.#leaf(child, value ?? keyNode);
  }

  #unknown(branch: Branch, key: string, keyNode: unknown): void {
    const suggestion = suggestKey(branch, key);
    const hint = suggestion === undefined ? '' : `: did you mean ${suggestion}?`;
    this.#complain('config/unknown-key', keyNode, `no option is called ${pathOf(branch, key)}${hint}`);
  }

  #leaf(leaf: Leaf, node: unknown): void {
    const value = this.#resolve(node);
    this.#duplicatesIn(leaf.path, value);
    const raw: unknown = isNode(value) ? value.toJS(this.#document, { maxAliasCount: ALIASES_ALLOWED }) : null;
    this.layer.set(leaf.path, { raw, ...this.#placed(node) });
  }

  /** Where a value stands, and where its parts do. */
  #placed(node: unknown): Omit<Given, 'raw'> {
    const value = this.#resolve(node);
    const origin = this.#origin(node);
    if (!isCollection(value)) return { origin };
    return {
      origin,
      part: (key, what) => {
        const pair = isMap(value) ? value.items.find((each) => keyOf(each) === String(key)) : undefined;
        if (what === 'key' && pair !== undefined) return { origin: this.#origin(pair.key) };
        // a key without a value has no place but its own
        return this.#placed(pair === undefined ? value.get(key, true) : (pair.value ?? pair.key));
      },
    };
  }

  /** Keys written twice, in an option that holds a mapping, or a list of them. */
  #duplicatesIn(path: string, node: unknown): void {
    if (isSeq(node)) node.items.forEach((item, place) => this.#duplicatesIn(`${path}.${place}`, item));
    if (!isMap(node)) return;
    const seen = new Map<string, unknown>();
    for (const pair of node.items) {
      const key = keyOf(pair);
      if (!this.#isRepeated(`${path}.${key}`, pair.key, seen.get(key))) seen.set(key, pair.key);
      this.#duplicatesIn(`${path}.${key}`, pair.value);
    }
  }

  #isRepeated(path: string, key: unknown, before: unknown): boolean {
    if (before === undefined) return false;
    const other = placeOf(this.#origin(before));
    this.#complain('config/duplicate-key', key, `${path} is also written at ${other}`);
    return true;
  }

  #resolve(node: unknown): unknown {
    return isAlias(node) ? (node.resolve(this.#document) ?? null) : node;
  }

  #complain(code: ConfigFaultCode, node: unknown, message: string): void {
    const origin = this.#origin(node);
    this.complaints.push({ origin, fault: configFault(code, `${placeOf(origin)}: ${message}`) });
  }

  #origin(node: unknown): Origin {
    return this.#at(isNode(node) ? (node.range?.[0] ?? 0) : 0);
  }
}

function keyOf({ key }: Pick<Pair, 'key'>): string {
  return isScalar(key) ? String(key.value) : '';
}

function described(node: unknown): string {
  return isScalar(node) ? 'a single value' : 'a list';
}

function pathOf(branch: Branch, key: string): string {
  const shown = /^[\w.-]{1,60}$/.test(key) ? key : JSON.stringify(key.slice(0, 60));
  return branch.path === '' ? shown : `${branch.path}.${shown}`;
}
