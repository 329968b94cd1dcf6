import { type LoadSight, sightOf } from '#decisions/scheduling/loads/load-sight.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import type { LoadForecast } from '#load/forecast/foreseen-pod.ts';
import type { LoadView } from '#load/load-view.ts';
import type { Clock } from '#ports/clock.ts';
import type { LoadSource } from '#ports/load-source.ts';
import type { Controller, Reconciled } from '../controller.ts';
import type { ClusterFollower } from '../follow-cluster.ts';
import type { LoadLines } from '../load-keeper.ts';
import { Foreteller } from '../reschedule/foreteller.ts';

export interface LoadScorePorts {
  readonly clock: Clock;
  /** Who is in the cluster; somebody else runs it. */
  readonly cluster: ClusterFollower;
  /** What is measured; somebody else measures it, pods too. */
  readonly load: () => LoadView;
  /** Who remembers what pods used before we came. */
  readonly source: () => LoadSource;
  /** Given what nodes are to be liked by from now on: `unseen` where no node's load is known. */
  readonly place: (sight: LoadSight | 'unseen') => void;
}

export interface LoadScoreOptions {
  readonly intervalMs: number;
  readonly lines: LoadLines;
  /** How far back the use of pods is asked for. */
  readonly historyMs: number;
}

/**
 * Keeps a scheduler's sight of load no older than an interval: sees, foresees, and hands it on. It is foreseen anew once a
 * step of the forecast; pods that came since are expected to do what others of their maker do.
 */
export class LoadScores implements Controller {
  readonly name: string = 'load-scores';
  readonly #ports: LoadScorePorts;
  readonly #options: LoadScoreOptions;
  readonly #foreteller: Foreteller = new Foreteller();
  #foreseen: { readonly step: number; readonly forecast: LoadForecast } | undefined;

  constructor(ports: LoadScorePorts, options: LoadScoreOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  async reconcile(signal: AbortSignal): Promise<Reconciled> {
    const { cluster, load: loadNow, place } = this.#ports;
    await cluster.whenInSync(signal);
    const load = loadNow();
    const { seen, ready } = load.coverage();
    place(seen === 0 ? 'unseen' : await this.#sight(load, signal));
    return { againInMs: this.#options.intervalMs, outcome: `load of ${seen} of ${ready} nodes known` };
  }

  async #sight(load: LoadView, signal: AbortSignal): Promise<LoadSight> {
    const step = Math.floor(load.now / forecastDefaults.stepMs);
    if (this.#foreseen?.step !== step) this.#foreseen = { step, forecast: await this.#foresee(load, signal) };
    return sightOf(this.#ports.cluster.view, load, this.#foreseen.forecast);
  }

  async #foresee(load: LoadView, signal: AbortSignal): Promise<LoadForecast> {
    const { cluster, clock, source } = this.#ports;
    const { lines, historyMs } = this.#options;
    const past = { source: source(), lines, historyMs };
    const recalled = await this.#foreteller.past([...cluster.pods], past, clock.now(), signal);
    const { view, unread } = cluster;
    return this.#foreteller.look({ cluster: view, unread, load, pods: [...cluster.pods] }, recalled);
  }
}
