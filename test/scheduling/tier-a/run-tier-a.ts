import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { NoControlPlane } from '../../control-plane/binaries.ts';
import type { Judgement } from '../judgement.ts';
import { startOracle } from '../oracle.ts';
import { recordRun } from '../record-run.ts';
import { generateWorld } from '../worlds/generate-world.ts';
import type { World } from '../world.ts';
import { type ExtenderMode, rejectText } from './recording-extender.ts';
import { type Seen, startRealScheduler } from './real-scheduler.ts';

const usage = `usage: npm run test:tier-a -- [--probes 400] [--seed TEXT] [--mode reject|bind-fail] [--only FAMILY,...] [--record]
Random worlds in a real API server: the released kube-scheduler against its own code in the oracle, which judges the
objects as stored.`;

const { values: options } = parseArgs({
  options: {
    probes: { type: 'string', default: '400' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    mode: { type: 'string', default: 'reject' },
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Families that the API server would rewrite or refuse whole, or that need another configuration. */
const notHere = new Set(['profile-args', 'owners']);

/** Scheduling goes on to bind here, and would write to claims on its way. */
const volumeFamilies = new Set(['volumes', 'volume-limits']);

function modeAsked(): ExtenderMode {
  const { mode } = options;
  if (mode === 'reject' || mode === 'bind-fail') return mode;
  throw new TypeError(`--mode ${mode} is neither reject nor bind-fail\n${usage}`);
}

/** What the binary and the oracle tell differently of one probe. */
function differencesOf(seen: Seen, judged: Judgement, mode: ExtenderMode): string[] {
  const fitting = fittingOf(judged);
  const found: string[] = [];
  if (fitting.join() !== [...seen.fitting].toSorted().join()) {
    found.push(`fits on [${seen.fitting.join(' ')}]; the oracle: [${fitting.join(' ')}]`);
  }
  if (mode === 'reject' || fitting.length === 0) {
    const message = messageWith(judged, fitting.length);
    if (seen.message !== message) found.push(`says "${seen.message}"; the oracle: "${message}"`);
  } else if (judged.scoreError === undefined && !best(judged, fitting).includes(seen.chosen ?? '')) {
    found.push(`chose ${seen.chosen}; the oracle: any of [${best(judged, fitting).join(' ')}]`);
  }
  return found;
}

const fittingOf = ({ nodes }: Judgement): string[] =>
  Object.keys(nodes)
    .filter((name) => nodes[name]!.kind === 'fits')
    .toSorted();

/** The highest total; any that fits, where there is but one and nothing was scored. */
function best({ totals }: Judgement, fitting: readonly string[]): readonly string[] {
  if (totals === undefined) return fitting;
  const most = Math.max(...Object.values(totals));
  return fitting.filter((name) => totals[name] === most);
}

/** The oracle's message, with the nodes that only the extender turned away. */
function messageWith(judged: Judgement, turnedAway: number): string | undefined {
  if (turnedAway === 0) return judged.message;
  const counts = new Map([[rejectText, turnedAway]]);
  for (const verdict of Object.values(judged.nodes)) {
    for (const reason of verdict.kind === 'rejected' ? verdict.reasons : []) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).toSorted();
  const nodes = Object.keys(judged.nodes).length;
  return `0/${nodes} nodes are available: ${parts.join(', ')}.`;
}

function worldAt(index: number, mode: ExtenderMode): World | undefined {
  const only = options.only?.split(',');
  const sizeClass = index % 4 === 3 ? 'small' : 'micro';
  const made = generateWorld({
    seed: options.seed,
    index,
    pressure: 0.3,
    sizeClass,
    ...(only === undefined ? {} : { only }),
  });
  const families = made.id.split('/').at(-1)!.split('+');
  if (families.some((name) => notHere.has(name))) return undefined;
  if (mode === 'bind-fail' && families.some((name) => volumeFamilies.has(name))) return undefined;
  const { args: _, ...world } = made;
  return sizesVary(world) ? undefined : world;
}

/** The size that counts is that of the node seen first, and the binary does not see nodes in the order of a list. */
function sizesVary({ objects }: World): boolean {
  const sizes = new Map<string, number | undefined>();
  const images = objects.nodes.flatMap(({ status }) => status?.images ?? []);
  return images.some(({ names = [], sizeBytes }) =>
    names.some((name) => {
      const other = sizes.get(name);
      sizes.set(name, sizeBytes);
      return other !== undefined && other !== sizeBytes;
    }),
  );
}

async function main(): Promise<number> {
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const mode = modeAsked();
  const oracle = await startOracle();
  if (oracle === undefined) throw new NoControlPlane('the oracle is built with Go 1.26 or newer');
  const real = await startRealScheduler(mode);
  let worlds = 0;
  let probes = 0;
  let differing = 0;
  try {
    console.log(`seed ${options.seed}, ${mode}`);
    const started = performance.now();
    for (let index = 0; probes < Number(options.probes); index++) {
      const asked = worldAt(index, mode);
      if (asked === undefined) continue;
      const { world, seen } = await real.see(asked);
      const answer = await oracle.ask(world);
      if (answer.kind === 'broken') throw new Error(`${world.id}: ${answer.why}`);
      worlds++;
      for (const [at, one] of seen.entries()) {
        probes++;
        const found = differencesOf(one, answer.judgements[at]!, mode);
        if (found.length === 0) continue;
        differing++;
        console.log(`${world.id} ${one.probe.metadata.name}: kube-scheduler ${found.join('; ')}`);
      }
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const refused = new Set(real.refused.map((why) => why.replaceAll(/"[^"]*"/g, '"…"').slice(0, 140)));
    console.log(`${real.refused.length} objects were refused by the API server, for ${refused.size} reasons`);
    for (const why of [...refused].slice(0, 10)) console.log(`  ${why}`);
    console.log(`${probes} probes, ${seconds} s; ${differing} that the oracle tells differently`);
    if (options.record) {
      const command = `npm run test:tier-a -- --probes ${options.probes} --seed ${options.seed} --mode ${mode}`;
      recordRun({
        tier: 'A',
        command: options.only === undefined ? command : `${command} --only ${options.only}`,
        date: new Date().toISOString(),
        worlds,
        probes,
        differing,
        wavering: 0,
        unknown: 0,
      });
    }
    return differing === 0 ? 0 : 1;
  } finally {
    await real.stop();
    await oracle.close();
  }
}

process.exitCode = await main().catch((fault: unknown) => {
  if (!(fault instanceof NoControlPlane)) throw fault;
  console.log(`skipped: ${fault.message}`);
  return 0;
});
