import { atScale } from '../collector/stub-runs.ts';
import type { Measures, Suite } from '../measure.ts';

export const suite: Suite = {
  about: 'the collector, each measure in a process of its own; beside metrics-server and Prometheus for the same nodes',
  async run(say): Promise<Measures> {
    return { ...(await atScale(say)) };
  },
};
