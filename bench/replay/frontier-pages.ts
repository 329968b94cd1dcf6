import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChartPoint, frontierChart } from './frontier-chart.ts';
import { readReferences, storedReferences } from './references-file.ts';

/** One of each kind. */
const drawn = ['PL-8-44', 'PL-8-39', 'PL-16-22-FF', 'PL-warm-0306-8-24', 'DI-FF-1', 'DI-LA-1'];

interface ReplayResults {
  readonly instances: Readonly<
    Record<string, Readonly<Record<string, { readonly over80: number; readonly evictions: number }>>>
  >;
}

/** The frontier charts of `docs/replay/`, from what `npm run bench -- replay` measured last. */
export function frontierPages(): { readonly path: string; readonly text: string }[] {
  const file = join(import.meta.dirname, '../results/replay.json');
  if (!existsSync(file)) return [];
  const { instances } = JSON.parse(readFileSync(file, 'utf8')) as ReplayResults;
  const references = readReferences(storedReferences);
  return drawn.flatMap((name) => {
    const { none, ...policies } = instances[name] ?? {};
    if (none === undefined) return [];
    const points = Object.entries(policies).map(([policy, { over80, evictions }]): ChartPoint => ({
      name: policy,
      evictions,
      minutes: over80,
    }));
    const clairvoyant = references[name]?.frontier ?? [];
    const text = frontierChart({ title: name, none: none.over80, clairvoyant, policies: points });
    return [{ path: `docs/replay/${name}.svg`, text }];
  });
}
