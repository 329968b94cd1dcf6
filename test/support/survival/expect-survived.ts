import { expect } from 'vitest';
import { until } from '../until.ts';
import type { FollowedShop } from './follow-shop.ts';

/** More calls than this for one fault is a storm. */
const storm = 40;
const mostConnectionsEach = 3;

/**
 * After a fault: the store equals a fresh list, nothing was told twice or wrongly, connections stayed few, and when all
 * is stopped none is left. Gives what the observers were told in the meantime, each said once however often in a row.
 */
export async function expectSurvived(followed: FollowedShop): Promise<string[]> {
  const [story] = await expectAllSurvived([followed]);
  return story!.slice(story!.indexOf('synced') + 1).filter((word, at) => at > 0 || word !== 'opened');
}

/** The same of several that go through one proxy; gives all that each was told. */
export async function expectAllSurvived(all: readonly FollowedShop[]): Promise<string[][]> {
  await Promise.all(all.map(expectInStep));
  const stories = all.map(({ heard }) => heard.story);
  await Promise.all(all.map((followed) => followed.stop()));
  for (const followed of all) {
    const { proxy, heard, witness, mostConnections } = followed;
    await until('every connection to be closed', async () => (proxy.connections().open === 0 ? true : undefined), 5000);
    expect(witness.objections).toEqual([]);
    expect(heard.words.filter((word) => word.startsWith('sink failed'))).toEqual([]);
    expect(heard.words.length).toBeLessThan(storm);
    expect(mostConnections).toBeLessThanOrEqual(mostConnectionsEach * all.length);
  }
  return stories;
}

async function expectInStep(followed: FollowedShop): Promise<void> {
  await followed.inStep();
  expect(followed.status).toMatchObject({ synced: true, objects: followed.witness.store.size });
  expect(Date.now() - Number(followed.status.heardAt)).toBeLessThan(10_000);
}
