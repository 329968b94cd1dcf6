import { throughput } from '../../test/control-plane/options.ts';
import { startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import { atScale } from '../informer/at-scale.ts';
import { gets, listing } from '../informer/at-the-api-server.ts';
import { loadPods } from '../informer/load-pods.ts';
import type { Measures, Suite } from '../measure.ts';

export const suite: Suite = {
  about: 'our list and watch beside @kubernetes/client-node 2, each in a process of its own, taking turns',
  async run(say): Promise<Measures> {
    // nothing but the API server works on the pods, and no service account is needed to make them
    const apiServerFlags = { ...throughput.apiServerFlags, 'disable-admission-plugins': 'ServiceAccount' };
    const controlPlane = await startControlPlane({ ...throughput, components: [], apiServerFlags });
    try {
      const bytes = await loadPods(controlPlane.api, 20_000, say);
      say(`20,000 pods of ${bytes.toFixed(0)} bytes`);
      const listed = await listing(controlPlane, say);
      return { ...listed, ...(await atScale(controlPlane, say)), ...(await gets(controlPlane)) };
    } finally {
      await controlPlane.stop();
    }
  },
};
