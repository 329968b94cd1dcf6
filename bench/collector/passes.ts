// Whole passes of the collector, in step with a virtual clock:  node passes.ts URL KUBECONFIG ROUNDS asked|not-asked
// The first writes every node, with all the budget it needs; so the later ones find what a collector at work finds.
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { connectToCluster } from '#app/kube-connection.ts';
import { type CollectOptions, LoadCollector } from '#controllers/collect-load.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { annotationKeys } from '#load/annotations/annotation-text.ts';
import { loadDefaults } from '#load/options.ts';
import { RosterWatch } from '#sources/kube-watch/roster-watch.ts';
import { askingPrometheus, prepareRound, signals } from './asking.ts';
import { tellRounds } from './spent.ts';

const [url, kubeconfig, rounds, podsAsked] = process.argv.slice(2) as [string, string, string, CollectOptions['pods']];
const clock = new VirtualClock();
const never = new AbortController().signal;
const { prefix } = annotationsDefaults;
const { transport } = await connectToCluster({ kubeconfig, as: 'bench' }, {}, {});
const roster = new RosterWatch({ transport, clock }, annotationKeys(signals, prefix));
void roster.run(never);
const source = askingPrometheus(url, clock);
const nothing = (): void => {};
let writes = 0;

const usual: CollectOptions = {
  intervalMs: 30_000,
  sampleEveryMs: 30_000,
  lines: { signals, options: loadDefaults, prefix },
  annotations: annotationsDefaults,
  pods: podsAsked,
};
const first = { ...usual, annotations: { ...annotationsDefaults, writesPerSecond: 1000 } };
let options: CollectOptions = first;

const collector = new LoadCollector(
  {
    clock,
    journal: { record: nothing },
    roster,
    marker: {
      mark: () => {
        writes++;
        return Promise.resolve({ kind: 'written' });
      },
    },
    observer: { passed: nothing, sourceFailed: nothing, refused: nothing, marked: nothing, planned: nothing },
    source: () => source,
    acting: () => never,
  },
  { apiVersion: 'v1', kind: 'Lease', name: 'bench' },
  () => options,
);

await tellRounds(
  Number(rounds),
  async (round) => {
    await clock.advance(usual.intervalMs);
    if (round > 0) options = usual;
    await prepareRound(url, { round, nowMs: clock.now(), pods: podsAsked === 'asked' ? 'prometheus' : 'none' });
  },
  async () => {
    const { outcome } = await collector.reconcile(never);
    if (outcome !== 'whole') throw new Error(`a pass was ${outcome}`);
    return writes;
  },
);
process.exit();
