import { rmSync, writeFileSync } from 'node:fs';
import { isSteady, runCampaign } from '../campaign.ts';
import type { Judgement, NodeVerdict } from '../judgement.ts';
import { type Oracle, startOracle } from '../oracle.ts';
import { families } from '../worlds/families.ts';
import type { World } from '../world.ts';
import { type Fact, factFiles, factPath, packFacts } from './fact.ts';
import { marksOf } from './marks.ts';

const folder = import.meta.dirname;

/** How many cases to look at, how many to keep, and how often a thing must have been shown to be shown enough. */
interface Choice {
  readonly name: string;
  /** The families that the worlds are made of; absent: any. */
  readonly only?: readonly string[];
  readonly look: number;
  readonly keep: number;
  readonly enough: number;
}

const drawn = families.filter(({ byNameOnly }) => byNameOnly !== true);
/** Families that show some of their rules only beside one another, or seldom. */
const closer: readonly Choice[] = [
  { name: 'volumes-more', only: ['volumes'], look: 8000, keep: 600, enough: 10 },
  { name: 'volumes-nominations', only: ['volumes', 'nominations'], look: 3000, keep: 260, enough: 3 },
  { name: 'oddities', only: ['oddities'], look: 6000, keep: 700, enough: 8 },
  { name: 'spread-taints', only: ['spread', 'taints'], look: 3000, keep: 350, enough: 5 },
  { name: 'spread-affinity', only: ['spread', 'node-affinity'], look: 3000, keep: 350, enough: 5 },
  { name: 'profile-fit', only: ['profile-args', 'resources'], look: 4000, keep: 500, enough: 6 },
];

const choices: readonly Choice[] = [
  ...closer,
  ...drawn.map(({ name }) => ({ name, only: [name], look: 2400, keep: 260, enough: 3 })),
  ...['mixed-1', 'mixed-2', 'mixed-3', 'mixed-4'].map((name) => ({ name, look: 3000, keep: 400, enough: 1 })),
];

/** Facts chosen from random worlds by what they show that others do not. */
async function distil(oracle: Oracle, choice: Choice): Promise<Fact[]> {
  const { name, only, look } = choice;
  const sieve = new Sieve(choice);
  const facts: Fact[] = [];
  const tally = await runCampaign({
    seed: `facts-${name}`,
    probes: look,
    oracle,
    sizeClass: 'micro',
    ...(only === undefined ? {} : { only }),
    each: (world, judgements) => {
      const fact = sieve.whatIsNew(world, judgements);
      if (fact !== undefined) facts.push(fact);
    },
  });
  for (const [why, { world }] of tally.broken) console.log(`${world.id} is no fact: ${why.slice(0, 200)}`);
  const steady = await Promise.all(facts.map(({ world, judgements }) => isSteady(world, judgements, oracle)));
  return facts.filter((_, index) => steady[index]);
}

/** Lets a probe through while one of the things it shows was not shown often enough before. */
class Sieve {
  readonly #choice: Choice;
  readonly #shown = new Map<string, number>();
  #kept = 0;

  constructor(choice: Choice) {
    this.#choice = choice;
  }

  whatIsNew(world: World, judgements: readonly Judgement[]): Fact | undefined {
    const kept = judgements.flatMap((judgement, index) =>
      this.#isNew(marksOf(world, index, judgement)) ? [{ probe: world.probes[index]!, judgement }] : [],
    );
    if (kept.length === 0) return undefined;
    const probes = kept.map(({ probe }) => probe);
    return { world: { ...world, probes }, judgements: kept.map(({ judgement }) => settled(judgement)) };
  }

  #isNew(marks: readonly string[]): boolean {
    const { keep, enough } = this.#choice;
    if (this.#kept >= keep || marks.every((mark) => (this.#shown.get(mark) ?? 0) >= enough)) return false;
    this.#kept++;
    for (const mark of marks) this.#shown.set(mark, (this.#shown.get(mark) ?? 0) + 1);
    return true;
  }
}

/** Reasons in an order of their own: that of extended resources is another in each run, and facts should not change. */
function settled(judgement: Judgement): Judgement {
  const nodes: Record<string, NodeVerdict> = {};
  for (const [name, verdict] of Object.entries(judgement.nodes)) {
    nodes[name] = verdict.kind === 'rejected' ? { ...verdict, reasons: verdict.reasons.toSorted() } : verdict;
  }
  return { ...judgement, nodes };
}

async function main(): Promise<void> {
  const oracle = await startOracle();
  if (oracle === undefined) throw new Error('facts come from the oracle, which is built with Go 1.26 or newer');
  try {
    for (const name of factFiles(folder)) rmSync(factPath(folder, name));
    for (const choice of choices) {
      const { name } = choice;
      const facts = await distil(oracle, choice);
      const packed = packFacts(facts);
      writeFileSync(factPath(folder, name), packed);
      const cases = facts.reduce((sum, { judgements }) => sum + judgements.length, 0);
      console.log(`${name}: ${cases} cases in ${facts.length} worlds, ${(packed.length / 1024).toFixed(0)} KiB`);
    }
  } finally {
    await oracle.close();
  }
}

await main();
