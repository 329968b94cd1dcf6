import { sameNodes } from '../collector/same-nodes.ts';
import { steadyWrites } from '../collector/steady-writes.ts';
import { atScale } from '../collector/stub-runs.ts';
import type { Measures, Suite } from '../measure.ts';

export const suite: Suite = {
  about: 'the collector, each measure in a process of its own; beside metrics-server and Prometheus for the same nodes',
  async run(say): Promise<Measures> {
    const scale = await atScale(say);
    say('an hour of writes on a virtual clock');
    return { ...scale, ...(await steadyWrites()), ...(await sameNodes(say)) };
  },
};
