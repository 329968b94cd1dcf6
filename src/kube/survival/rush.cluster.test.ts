import { expect } from 'vitest';
import { expectAllSurvived } from '#test/support/survival/expect-survived.ts';
import { survivalTest as test } from '#test/support/survival/survival-test.ts';
import { tooOld } from '#test/support/survival/too-old.ts';

const stock = Array.from({ length: 400 }, (_, at) => `stock-${at}`);

test('fault 18: 5,000 changes during a relist, streamed and in pages', async ({ follow, proxy: { faults } }) => {
  const streamed = await follow();
  const { shop } = streamed;
  const paged = await follow({ shop, options: { list: 'paged', pageSize: 100 } });
  await shop.stock(stock);
  await Promise.all([streamed.inStep(), paged.inStep()]);
  // at this width, a list would take more than a minute
  const narrow = [/sendInitialEvents/, /limit=/].map((path) =>
    faults.inject({ kind: 'bandwidth', bytesPerS: 3000 }, { path }),
  );
  faults.inject(tooOld, { watch: true, underWay: true, nth: 1, times: 2 });
  await Promise.all([streamed, paged].map(({ heard }) => heard.hears('listing: expired')));
  await shop.rush(5000);
  for (const { heard } of [streamed, paged]) expect(heard.count('synced')).toBe(1); // they are still at it
  await Promise.all(narrow.map((one) => one.clear()));
  await shop.change();
  for (const story of await expectAllSurvived([streamed, paged])) {
    const lists = story.filter((word) => word.startsWith('listing') || word === 'synced');
    expect(lists).toEqual(['listing: start', 'synced', 'listing: expired', 'synced']);
  }
});
