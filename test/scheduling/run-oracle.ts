import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Met, runCampaign, type Tally } from './campaign.ts';
import { compare } from './compare.ts';
import type { Judge } from './judgement.ts';
import { type Oracle, startOracle } from './oracle.ts';
import { subjects } from './subject.ts';
import type { World } from './world.ts';
import { shrink } from './worlds/shrink.ts';

const usage = `usage: npm run test:oracle -- [--probes 20000] [--seed TEXT] [--subject NAME] [--only FAMILY,...]
         [--size micro|small|medium|large] [--shrink 12]
Random worlds, judged by kube-scheduler's own code and by an engine of ours (${Object.keys(subjects).join(', ')}).`;

const { values: options } = parseArgs({
  options: {
    probes: { type: 'string', default: '20000' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    subject: { type: 'string' },
    only: { type: 'string' },
    size: { type: 'string' },
    shrink: { type: 'string', default: '12' },
    help: { type: 'boolean', default: false },
  },
});

function chosenJudge(): Judge | undefined {
  const name = options.subject ?? Object.keys(subjects).at(-1);
  if (name === undefined) return undefined;
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
    const tally = await runCampaign({
      seed: options.seed,
      probes: Number(options.probes),
      oracle,
      ...(judge === undefined ? {} : { judge }),
      ...(options.only === undefined ? {} : { only: options.only.split(',') }),
      ...(options.size === undefined ? {} : { sizeClass: sizeClass(options.size) }),
    });
    const seconds = (performance.now() - started) / 1000;
    if (judge !== undefined) await tellDifferences(tally, oracle, judge);
    tellBroken(tally);
    const share = ((100 * tally.telling) / tally.probes).toFixed(0);
    console.log(
      `${tally.probes} probes in ${tally.worlds} worlds, ${seconds.toFixed(1)} s; ${share}% with a fifth to four fifths of the nodes open`,
    );
    console.log(
      `${tally.unknown} node verdicts unknown; ${tally.wavering} probes of two minds; ${tally.differing} probes with unexplained differences`,
    );
    return tally.differing === 0 ? 0 : 1;
  } finally {
    await oracle.close();
  }
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

async function differenceIn(world: World, kind: string, oracle: Oracle, judge: Judge): Promise<string | undefined> {
  const answer = await oracle.ask(world);
  if (answer.kind === 'broken') return undefined;
  const truth = answer.judgements[0]!;
  return compare(truth, judge(world)[0]!).differences.find((difference) => difference.kind === kind)?.what;
}

process.exitCode = await main();
