// Six signals of all nodes from Prometheus, from bodies to columns:  node vectors.ts URL NODES ROUNDS
import { systemClock } from '#app/system-clock.ts';
import { gatherSignals } from '#controllers/gather-reading.ts';
import { loadDefaults } from '#load/options.ts';
import { askingPrometheus, prepareRound, signals } from './asking.ts';
import { rosterNodes } from './roster.ts';
import { tellRounds } from './spent.ts';

const [url, nodes, rounds] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const clock = systemClock();
const source = askingPrometheus(url, clock);
const population = { nodes: rosterNodes(nodes), nodeOfPod: () => undefined };

await tellRounds(
  rounds,
  (round) => prepareRound(url, { round, nowMs: clock.now(), pods: 'none' }),
  async () => {
    const reading = await source.read({ signals: signals.map(({ name }) => name), pods: 'not-asked' });
    const judging = { ...loadDefaults, now: clock.now() };
    const pass = gatherSignals(reading.signals, population, { signals, judging });
    return pass.signals.reduce((sum, { values }) => sum + values.filter((value) => !Number.isNaN(value)).length, 0);
  },
);
process.exit();
