import { newestDialect } from '#api/dialect.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { ClusterFollower } from '#controllers/follow-cluster.ts';
import { type LoadScorePorts, LoadScores } from '#controllers/schedule/load-scores.ts';
import { defaultProfile, loadAwareProfile } from '#decisions/scheduling/profile.ts';
import { HISTORY_MS, installedLines as lines, READING_EVERY_MS } from './as-installed.ts';
import type { Mover } from './mover.ts';

/**
 * Has the world's scheduler weigh load as a live one would: by what its own collector was told through the world's metrics
 * and what its own forecast has learnt of that, never by what is. While nothing is measured it places as the default does.
 */
export const loadAwareScheduler: Pick<Mover, 'wantsPods' | 'loops'> = {
  wantsPods: true,
  loops({ world, source, seen: load, ending }) {
    const { clock } = world.core;
    const cluster = new ClusterFollower(world.cluster(), new ClusterStore(newestDialect));
    void cluster.run(ending);
    const unweighed = defaultProfile(newestDialect);
    const place: LoadScorePorts['place'] = (sight) =>
      world.scheduler.placeBy(sight === 'unseen' ? unweighed : loadAwareProfile(newestDialect, sight));
    const ports = { clock, cluster, load, source: () => source, place };
    return [new LoadScores(ports, { intervalMs: READING_EVERY_MS, lines, historyMs: HISTORY_MS })];
  },
};
