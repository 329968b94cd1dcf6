import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Family, families, replayCatalogue } from '#simulation/replay/catalogue.ts';
import { policyMover } from '#simulation/mover.ts';
import { tailRisk } from '#simulation/policies/tail-risk.ts';
import type { Findings, Measures, Suite } from '../measure.ts';
import { goalMeasures } from '../replay/goals.ts';
import { replayMeasures } from '../replay/measures.ts';
import { placementMeasures } from '../replay/placement-measures.ts';
import { policiesFor } from '../replay/policies.ts';
import { readTraces, vendoredTraces } from '../replay/read-traces.ts';
import { readReferences, storedReferences } from '../replay/references-file.ts';
import { renewed, replayRows, rowsByInstance } from '../replay/rows.ts';
import { replayTable } from '../replay/table.ts';
import { worldDayMeasures } from '../replay/world-day.ts';

interface ReplayOptions {
  /** A folder laid out as `data/` is; its references, if any, in `references.json`. */
  readonly data?: string;
  /** Instances or families, with commas between. */
  readonly only?: string;
  /** Policies, with commas between. */
  readonly policy?: string;
  /** What is run takes the place of what stands in the result file; the rest stays. */
  readonly renew?: boolean;
}

const resultFile = join(import.meta.dirname, '../results/replay.json');

export const suite: Suite = {
  about: 'policies on recorded load: overload left, evictions spent, and how near that is to a clairvoyant',
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    policy: { type: 'string' },
    renew: { type: 'boolean' },
  },
  async run(say, options): Promise<Findings> {
    const { data, only, policy, renew } = options as ReplayOptions;
    const catalogue = replayCatalogue(readTraces(data ?? vendoredTraces));
    const references = readReferences(data === undefined ? storedReferences : join(data, 'references.json'));
    const rows = families.flatMap((family) => {
      const policies = policiesFor(family).filter(({ name }) => isChosen(policy, name));
      const instances = catalogue[family].filter(({ name }) => isChosen(only, name, family));
      return instances.flatMap((instance) => {
        say(instance.name);
        return replayRows(instance, policies, references[instance.name]);
      });
    });
    if (rows.length === 0) throw new Error(`nothing is chosen from ${everyName(catalogue).join(', ')}`);
    const whole = data === undefined && only === undefined && policy === undefined;
    const before = renew === true && data === undefined ? storedResult() : undefined;
    const all = before === undefined ? rows : renewed(before.instances, rows);
    const goals = (): Measures => goalMeasures({ rows: all, familyOf: familiesOf(catalogue), references });
    return {
      measures: {
        ...before?.measures,
        ...(whole && {
          ...replayMeasures(rows, tailRisk),
          ...(await worldDayMeasures(policyMover(tailRisk))),
        }),
        ...((whole || before !== undefined) && { ...placementMeasures(all), ...goals() }),
      },
      beside: { instances: rowsByInstance(all) },
      printed: replayTable(rows),
      partial: !whole && before === undefined,
    };
  },
};

interface StoredResult {
  readonly measures: Measures;
  readonly instances: Parameters<typeof renewed>[0];
}

const storedResult = (): StoredResult => JSON.parse(readFileSync(resultFile, 'utf8')) as StoredResult;

function familiesOf(catalogue: ReturnType<typeof replayCatalogue>): (instance: string) => Family {
  const of = new Map(families.flatMap((family) => catalogue[family].map(({ name }) => [name, family] as const)));
  return (instance) => of.get(instance)!;
}

/** Whether a list names one of these; no list names everything. */
const isChosen = (list: string | undefined, ...names: readonly string[]): boolean =>
  list === undefined || list.split(',').some((name) => names.includes(name));

/** What the options may name. */
const everyName = (catalogue: ReturnType<typeof replayCatalogue>): string[] => [
  ...new Set(
    families.flatMap((family) =>
      [family, ...catalogue[family], ...policiesFor(family)].map((one) => (typeof one === 'string' ? one : one.name)),
    ),
  ),
];
