import { expect, test } from 'vitest';
import { play, stories } from './stories.ts';
import { worldStage } from './world-stage.ts';

for (const story of stories) {
  test(`the simulator: ${story.name}`, async () => {
    expect(await play(story, worldStage())).toEqual(story.told);
  });
}
