import type { Fault } from '#base/fault.ts';
import { type Complaint, inOrder } from '#app/config/complaint.ts';
import { configFault } from '#app/config/faults.ts';
import { type ConfigFile, readFileLayer } from '#app/config/file-layer.ts';
import { judgeValue } from '#app/config/judge-value.ts';
import { type Leaf, leaves, treeOf } from '#app/config/leaves.ts';
import { type Given, type Layer, type Origin, placeOf } from '#app/config/origin.ts';
import { type Config, configSchema } from '#app/config/schema.ts';
import { shownRaw } from '#app/config/shown-raw.ts';
import type { Written } from '#app/config/written.ts';
import { environmentLayer, type Environment, flagLayer, type Flags } from '#app/config/text-layer.ts';

export interface ConfigInput {
  readonly file?: ConfigFile | undefined;
  readonly environment: Environment;
  readonly flags: Flags;
}

/** One option with the value in force and where it comes from. */
export interface Setting {
  readonly leaf: Leaf;
  /** As taken; may hold a password, so it is compared and used, never printed. */
  readonly value: unknown;
  /** As the file would write it, fit to be shown: passwords are blotted out; null when left out. */
  readonly shown: Written | null;
  readonly origin: Origin;
}

export type ConfigReading =
  | { readonly kind: 'good'; readonly config: Config; readonly settings: readonly Setting[] }
  | { readonly kind: 'bad'; readonly faults: readonly Fault[] };

/** One option, with the value it takes. */
interface Taken {
  readonly leaf: Leaf;
  readonly given: Given;
  readonly value: unknown;
}

/** Flag over environment over file over default, option by option; everything that is wrong is told at once. */
export function readConfig(input: ConfigInput): ConfigReading {
  const file = input.file === undefined ? { layer: new Map(), complaints: [] } : readFileLayer(input.file);
  const layers = [flagLayer(input.flags), environmentLayer(input.environment), file.layer];
  const complaints = [...file.complaints];
  const taken = leaves.map((leaf) => take(leaf, layers, complaints));
  complaints.push(...contradictionsIn(taken, complaints));
  if (complaints.length > 0) return { kind: 'bad', faults: inOrder(complaints) };
  return { kind: 'good', config: assemble(taken), settings: taken.map(settingOf) };
}

/** The first good value; bad ones are told even where another place outvotes them. */
function take(leaf: Leaf, layers: readonly Layer[], complaints: Complaint[]): Taken {
  let taken: Taken | undefined;
  for (const layer of layers) {
    const given = layer.get(leaf.path);
    if (given === undefined) continue;
    const judged = judgeValue(leaf, given);
    if (judged.kind === 'bad') complaints.push(...judged.complaints);
    else taken ??= { leaf, given, value: judged.value };
  }
  if (taken !== undefined) return taken;
  const given: Given = { raw: leaf.fallback, origin: { kind: 'default' } };
  return { leaf, given, value: leaf.schema.parse(leaf.fallback) };
}

function contradictionsIn(taken: readonly Taken[], complaints: readonly Complaint[]): readonly Complaint[] {
  // with a bad value left out, its default might contradict its neighbours: nothing to say until it is mended
  if (complaints.some(({ fault }) => fault.code === 'config/bad-value')) return [];
  const given = new Map(taken.map((one) => [one.leaf, one.given.raw]));
  const parsed = configSchema.safeParse(treeOf((leaf) => [leaf.key, given.get(leaf)]));
  return (parsed.error?.issues ?? []).map((issue) => {
    const path = issue.path.join('.');
    const origin = originToBlame(taken, path);
    return { origin, fault: configFault('config/contradiction', `${placeOf(origin)}: ${path}: ${issue.message}`) };
  });
}

/** Where somebody wrote the option, or else a neighbour of it: a default contradicts nothing by itself. */
function originToBlame(taken: readonly Taken[], path: string): Origin {
  const section = path.slice(0, path.lastIndexOf('.') + 1);
  const written = taken.filter(({ leaf, given }) => leaf.path.startsWith(section) && given.origin.kind !== 'default');
  const blamed = written.find(({ leaf }) => leaf.path === path) ?? written[0];
  return blamed?.given.origin ?? { kind: 'default' };
}

function assemble(taken: readonly Taken[]): Config {
  const values = new Map(taken.map(({ leaf, value }) => [leaf, value]));
  const config: unknown = deepFreeze(
    treeOf((leaf) => {
      const value = values.get(leaf);
      return value === undefined ? undefined : [leaf.meta.kind === 'duration' ? `${leaf.key}Ms` : leaf.key, value];
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Shape` has held each zod type to its option
  return config as Config;
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const below of Object.values(value)) deepFreeze(below);
  return Object.freeze(value);
}

function settingOf({ leaf, given, value }: Taken): Setting {
  return { leaf, value, shown: shownRaw(leaf.meta, given.raw), origin: given.origin };
}
