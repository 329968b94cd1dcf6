import { test } from 'vitest';
import { MemoryCluster } from '../support/memory-cluster.ts';
import { clusterSourcePromises } from './cluster-source.ts';

for (const [promise, hold] of clusterSourcePromises) {
  test(`memory: ${promise}`, async () => {
    const cluster = new MemoryCluster();
    const namespace = 'here';
    const uids = new Map<string, string>();
    let born = 0;
    await hold({
      source: cluster,
      namespace,
      put: async (name, app) => {
        const uid = `uid-${(born += 1)}`;
        uids.set(name, uid);
        cluster.put('Service', { metadata: { namespace, name, uid }, spec: { selector: { app } } });
        return uid;
      },
      remove: async (name) => cluster.remove('Service', { metadata: { namespace, name, uid: uids.get(name)! } }),
    });
  });
}
