import { type Leaf, leaves } from '#app/config/leaves.ts';
import type { Given, Layer } from '#app/config/origin.ts';

/** The environment of a process, or a part of it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Flag to text, without dashes, as the command line gave them. */
export type Flags = ReadonlyMap<string, string>;

/** What the environment says; a variable that is set but empty says nothing. */
export function environmentLayer(environment: Environment): Layer {
  return layer((leaf) => {
    const name = leaf.meta.environment;
    const text = name === undefined ? '' : (environment[name] ?? '').trim();
    if (name === undefined || text === '') return undefined;
    return { raw: fromText(leaf, withUnit(leaf, text)), origin: { kind: 'environment', name } };
  });
}

/** What the flags say. */
export function flagLayer(flags: Flags): Layer {
  return layer((leaf) => {
    const { flag } = leaf.meta;
    const text = flag === undefined ? undefined : flags.get(flag);
    return flag === undefined || text === undefined
      ? undefined
      : { raw: fromText(leaf, text), origin: { kind: 'flag', flag } };
  });
}

function layer(given: (leaf: Leaf) => Given | undefined): Layer {
  const said = new Map<string, Given>();
  for (const leaf of leaves) {
    const value = given(leaf);
    if (value !== undefined) said.set(leaf.path, value);
  }
  return said;
}

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const NUMERIC = new Set(['ratio', 'number', 'count']);

/** A number or several values where the option wants those and the text is such; else the text, to be refused by name. */
function fromText(leaf: Leaf, text: string): unknown {
  const { kind } = leaf.meta;
  if (kind === 'list') return partsOf(text);
  if (kind === 'map') return mapIn(partsOf(text)) ?? text;
  return NUMERIC.has(kind) && DECIMAL.test(text.trim()) ? Number(text) : text;
}

function partsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function mapIn(parts: readonly string[]): Readonly<Record<string, string>> | undefined {
  const entries = parts.map((part) => /^([^=]+)=(.*)$/s.exec(part)?.slice(1, 3));
  return entries.every((entry) => entry !== undefined) ? Object.fromEntries(entries) : undefined;
}

// the environment names are older than our durations: SCRAPE_INTERVAL=30 are seconds, LATENCY_THRESHOLD=500 milliseconds
function withUnit(leaf: Leaf, text: string): string {
  return leaf.meta.kind === 'duration' && /^\d+(\.\d+)?$/.test(text) ? `${text}${leaf.meta.unit ?? 's'}` : text;
}
