import { test } from 'vitest';
import { aRosterNode } from '../collector/fakes.ts';
import { MemoryRoster } from '../collector/memory-roster.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { rosterPromises } from './cluster-roster.ts';

for (const [promise, hold] of rosterPromises) {
  test(`memory: ${promise}`, async () => {
    const clock = new VirtualClock();
    const roster = new MemoryRoster(clock);
    const namespace = 'here';
    let born = 0;
    await hold({
      roster,
      namespace,
      addNode: async (name, address) => {
        const uid = `uid-${(born += 1)}`;
        roster.join(aRosterNode(name, { uid, addresses: [address] }));
        return uid;
      },
      removeNode: async (name) => roster.leave(name),
      annotate: async (name, annotations) =>
        roster.mark(name, Object.fromEntries(Object.entries(annotations).filter(([key]) => key === 'metrics.cpu'))),
      addPod: async (name, nodeName) => roster.run({ namespace, name, uid: name, createdAt: 0, nodeName }),
      finishPod: async (name) => roster.end({ namespace, name }),
      removePod: async (name) => roster.end({ namespace, name }),
      pass: () => clock.advance(1000),
    });
  });
}
