import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Met, runCampaign, type Tally } from './campaign.ts';
import { compare } from './compare.ts';
import type { Judge, Judgement } from './judgement.ts';
import { type Oracle, startOracle } from './oracle.ts';
import { recordRun } from './record-run.ts';
import { subjects } from './subject.ts';
import type { World } from './world.ts';
import { families } from './worlds/families.ts';
import { shrink } from './worlds/shrink.ts';

const usage = `usage: npm run test:oracle -- [--probes 20000] [--seed TEXT] [--subject NAME] [--only FAMILY,...]
         [--size micro|small|medium|large] [--sweep families|pairs] [--shrink 12] [--record]
Random worlds, judged by kube-scheduler's own code and by an engine of ours (${Object.keys(subjects).join(', ')}; the
first unless asked otherwise). A sweep does so for each family of features, or each pair, alone.`;

const { values: options } = parseArgs({
  options: {
    probes: { type: 'string', default: '20000' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    subject: { type: 'string' },
    only: { type: 'string' },
    size: { type: 'string' },
    sweep: { type: 'string' },
    record: { type: 'boolean', default: false },
    shrink: { type: 'string', default: '12' },
    help: { type: 'boolean', default: false },
  },
});

function chosenJudge(): Judge {
  const name = options.subject ?? Object.keys(subjects)[0]!;
  const judge = subjects[name];
  if (judge === undefined) throw new TypeError(`no subject is called ${name}\n${usage}`);
  return judge;
}

async function main(): Promise<number> {
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const judge = chosenJudge();
  const oracle = await startOracle();
  if (oracle === undefined) {
    console.log('skipped: the oracle is built with Go 1.26 or newer; install it from https://go.dev/dl');
    return 0;
  }
  try {
    console.log(`seed ${options.seed}`);
    const started = performance.now();
    const totals = { worlds: 0, probes: 0, telling: 0, unknown: 0, wavering: 0, differing: 0 };
    for (const only of masks()) {
      const tally = await campaign(only, oracle, judge);
      if (options.sweep !== undefined)
        console.log(`${only!.join('+')}: ${tally.probes} probes, ${tally.differing} differ`);
      await tellDifferences(tally, oracle, judge);
      tellBroken(tally);
      for (const count of countsOf(totals)) totals[count] += tally[count];
    }
    const seconds = (performance.now() - started) / 1000;
    const share = ((100 * totals.telling) / totals.probes).toFixed(0);
    console.log(
      `${totals.probes} probes in ${totals.worlds} worlds, ${seconds.toFixed(1)} s; ${share}% with a fifth to four fifths of the nodes open`,
    );
    console.log(
      `${totals.unknown} node verdicts unknown; ${totals.wavering} probes of two minds; ${totals.differing} probes with unexplained differences`,
    );
    const { telling: _, ...counts } = totals;
    if (options.record) recordRun({ tier: 'B', command: commandAgain(), date: new Date().toISOString(), ...counts });
    return totals.differing === 0 ? 0 : 1;
  } finally {
    await oracle.close();
  }
}

const countsOf = <Count extends string>(totals: Readonly<Record<Count, number>>): Count[] =>
  Object.keys(totals) as Count[];

function campaign(only: readonly string[] | undefined, oracle: Oracle, judge: Judge): Promise<Tally> {
  return runCampaign({
    seed: options.seed,
    probes: Number(options.probes),
    oracle,
    judge,
    ...(only === undefined ? {} : { only }),
    ...(options.size === undefined ? {} : { sizeClass: sizeClass(options.size) }),
  });
}

/** The families of each campaign; undefined where they are drawn. */
function masks(): (readonly string[] | undefined)[] {
  const names = families.map(({ name }) => name);
  switch (options.sweep) {
    case undefined:
      return [options.only?.split(',')];
    case 'families':
      return names.map((name) => [name]);
    case 'pairs':
      return names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]));
    default:
      throw new TypeError(`--sweep ${options.sweep} is neither families nor pairs`);
  }
}

/** What to run to see the same again. */
function commandAgain(): string {
  const { probes, seed, subject, only, size, sweep } = options;
  const asked = Object.entries({ probes, seed, subject, only, size, sweep });
  const flags = asked.flatMap(([name, value]) => (value === undefined ? [] : `--${name} ${value}`));
  return `npm run test:oracle -- ${flags.join(' ')}`;
}

function sizeClass(name: string): 'micro' | 'small' | 'medium' | 'large' {
  if (name === 'micro' || name === 'small' || name === 'medium' || name === 'large') return name;
  throw new TypeError(`--size ${name} is none of micro, small, medium, large`);
}

function tellBroken(tally: Tally): void {
  for (const [why, { count, world }] of tally.broken) {
    console.log(`${count} worlds broke kube-scheduler's code: ${why.slice(0, 300)} (first: ${world.id})`);
  }
}

/** Each kind of difference once, shrunk to what shows it, as a fact that can be kept. */
async function tellDifferences(tally: Tally, oracle: Oracle, judge: Judge): Promise<void> {
  const kinds = [...tally.differences].toSorted(([, a], [, b]) => b.count - a.count);
  for (const [at, [kind, { count, met }]] of kinds.entries()) {
    console.log(`\n${count} × ${kind}`);
    console.log(`  ${met[0]!.what} (${met[0]!.world.id}, ${met[0]!.world.probes[0]!.metadata.name})`);
    if (at < Number(options.shrink)) await tellShrunk(smallest(met), oracle, judge);
  }
}

const smallest = (met: readonly Met[]): Met =>
  met.toSorted((a, b) => JSON.stringify(a.world).length - JSON.stringify(b.world).length)[0]!;

async function tellShrunk(met: Met, oracle: Oracle, judge: Judge): Promise<void> {
  const shows = async (world: World): Promise<boolean> =>
    (await differenceIn(world, met.kind, oracle, judge)) !== undefined;
  const world = await shrink(met.world, shows);
  console.log(`  ${(await differenceIn(world, met.kind, oracle, judge)) ?? 'did not show again'}`);
  console.log(`  ${JSON.stringify(world)}`);
}

/** Shrinking drops fields that an API server insists on: a world that breaks the subject shows another thing. */
function judgedOrBroken(world: World, judge: Judge): Judgement | undefined {
  try {
    return judge(world)[0];
  } catch {
    return undefined;
  }
}

async function differenceIn(world: World, kind: string, oracle: Oracle, judge: Judge): Promise<string | undefined> {
  const answer = await oracle.ask(world);
  if (answer.kind === 'broken') return undefined;
  const truth = answer.judgements[0]!;
  const ours = judgedOrBroken(world, judge);
  return ours && compare(truth, ours).differences.find((difference) => difference.kind === kind)?.what;
}

process.exitCode = await main();
