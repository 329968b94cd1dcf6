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
    const text = flags.get(flag);
    return text === undefined ? undefined : { raw: fromText(leaf, text), origin: { kind: 'flag', flag } };
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

/** A number where the option wants one and the text is one; else the text, for the option to refuse by name. */
function fromText(leaf: Leaf, text: string): unknown {
  return NUMERIC.has(leaf.meta.kind) && DECIMAL.test(text.trim()) ? Number(text) : text;
}

// the environment names are older than our durations: SCRAPE_INTERVAL=30 are seconds, LATENCY_THRESHOLD=500 milliseconds
function withUnit(leaf: Leaf, text: string): string {
  return leaf.meta.kind === 'duration' && /^\d+(\.\d+)?$/.test(text) ? `${text}${leaf.meta.unit ?? 's'}` : text;
}
