import { expect } from 'vitest';
import { clusterTest } from '../control-plane/cluster-test.ts';
import { realStage } from './real-stage.ts';
import { play, stories } from './stories.ts';

for (const story of stories) {
  clusterTest(`the real control plane: ${story.name}`, async ({ api, namespace, startNodes }) => {
    const ending = new AbortController();
    const stage = realStage({ api, namespace, startNodes, signal: ending.signal });
    const told = await play(story, stage);
    ending.abort();
    expect(told).toEqual(story.told);
  });
}
