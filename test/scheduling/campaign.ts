import { compare } from './compare.ts';
import type { Judge, Judgement } from './judgement.ts';
import type { Oracle } from './oracle.ts';
import { generateWorld, type Recipe } from './worlds/generate-world.ts';
import type { World } from './world.ts';

/** One difference, as it was met: the world with the one probe, what both sides said of it. */
export interface Met {
  readonly kind: string;
  readonly what: string;
  readonly world: World;
  readonly truth: Judgement;
}

/** What came of many random worlds. */
export interface Tally {
  worlds: number;
  probes: number;
  /** Probes whose feasible share of nodes is from a fifth to four fifths: those that say most. */
  telling: number;
  /** Nodes of which the subject said that it does not know. */
  unknown: number;
  differing: number;
  /** Probes of which kube-scheduler's code says now this, now that: it ranges over Go maps. What the subject says is among it. */
  wavering: number;
  /** By kind: how many, and the first few met. */
  readonly differences: Map<string, { count: number; readonly met: Met[] }>;
  /** By reason: worlds over which kube-scheduler's code itself broke. */
  readonly broken: Map<string, { count: number; readonly world: World }>;
}

export interface Campaign {
  readonly seed: string;
  /** It ends with the world in which this many are reached. */
  readonly probes: number;
  readonly oracle: Oracle;
  /** Absent: kube-scheduler's code alone is asked. */
  readonly judge?: Judge;
  readonly only?: readonly string[];
  readonly sizeClass?: Recipe['sizeClass'];
  readonly each?: (world: World, judgements: readonly Judgement[]) => void;
}

/** How many worlds are under way at once: enough to keep the oracle busy while the subject thinks. */
const batch = 32;

/** Asks both sides about random worlds, and steers the worlds towards those that tell most. */
export async function runCampaign(campaign: Campaign): Promise<Tally> {
  const tally: Tally = {
    worlds: 0,
    probes: 0,
    telling: 0,
    unknown: 0,
    differing: 0,
    wavering: 0,
    differences: new Map(),
    broken: new Map(),
  };
  let pressure = 0.4;
  for (let index = 0; tally.probes < campaign.probes; index += batch) {
    const shares: number[] = [];
    const { seed, only, sizeClass } = campaign;
    const worlds = Array.from({ length: batch }, (_, at) =>
      generateWorld({
        seed,
        index: index + at,
        pressure,
        ...(only === undefined ? {} : { only }),
        ...(sizeClass === undefined ? {} : { sizeClass }),
      }),
    );
    await Promise.all(worlds.map((world) => askBoth(world, campaign, tally, shares)));
    pressure = steered(pressure, shares);
  }
  return tally;
}

/** Too many open nodes ask for more pressure, too few for less; rounded, since a world's id tells its pressure. */
function steered(pressure: number, shares: readonly number[]): number {
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  const moved = pressure + (mean > 0.55 ? 0.05 : mean < 0.45 ? -0.05 : 0);
  return Math.round(Math.min(0.9, Math.max(0.05, moved)) * 100) / 100;
}

async function askBoth(world: World, campaign: Campaign, tally: Tally, shares: number[]): Promise<void> {
  const answer = await campaign.oracle.ask(world);
  tally.worlds++;
  if (answer.kind === 'broken') {
    const seen = tally.broken.get(answer.why);
    if (seen === undefined) tally.broken.set(answer.why, { count: 1, world });
    else seen.count++;
    return;
  }
  campaign.each?.(world, answer.judgements);
  const ours = campaign.judge?.(world);
  for (const [index, truth] of answer.judgements.entries()) {
    tally.probes++;
    const share = feasibleShare(truth);
    shares.push(share);
    if (share >= 0.2 && share <= 0.8) tally.telling++;
    if (ours !== undefined)
      await hold({ world: withOneProbe(world, index), truth, ours: ours[index] }, campaign, tally);
  }
}

function feasibleShare({ nodes }: Judgement): number {
  const verdicts = Object.values(nodes);
  return verdicts.length === 0 ? 0 : verdicts.filter(({ kind }) => kind === 'fits').length / verdicts.length;
}

/** Kept of each kind: the first might be hard to shrink. */
const examplesKept = 3;

interface Case {
  readonly world: World;
  readonly truth: Judgement;
  readonly ours: Judgement | undefined;
}

async function hold({ world, truth, ours }: Case, { oracle }: Campaign, tally: Tally): Promise<void> {
  if (ours === undefined) throw new Error(`${world.id}: the subject judged fewer probes than there are`);
  const { differences, unknown } = compare(truth, ours);
  tally.unknown += unknown;
  if (differences.length === 0) return;
  if (await saysSoSometimes(world, ours, oracle)) {
    tally.wavering++;
    return;
  }
  tally.differing++;
  for (const { kind, what } of differences) {
    const seen = tally.differences.get(kind) ?? { count: 0, met: [] };
    tally.differences.set(kind, seen);
    seen.count++;
    if (seen.met.length < examplesKept) seen.met.push({ kind, what, world, truth });
  }
}

/** How often a question is put again before an answer counts as the only one. */
const asksAgain = 8;

async function saysSoSometimes(world: World, ours: Judgement, oracle: Oracle): Promise<boolean> {
  const answers = await Promise.all(Array.from({ length: asksAgain }, () => oracle.ask(world)));
  return answers.some(
    (answer) => answer.kind === 'judged' && compare(answer.judgements[0]!, ours).differences.length === 0,
  );
}

/** Whether kube-scheduler's code says of this world again and again what it said first. */
export async function isSteady(world: World, judgements: readonly Judgement[], oracle: Oracle): Promise<boolean> {
  const answers = await Promise.all(Array.from({ length: asksAgain }, () => oracle.ask(world)));
  return answers.every(
    (answer) =>
      answer.kind === 'judged' &&
      answer.judgements.every((judgement, index) => compare(judgements[index]!, judgement).differences.length === 0),
  );
}

const withOneProbe = (world: World, index: number): World => ({ ...world, probes: [world.probes[index]!] });
