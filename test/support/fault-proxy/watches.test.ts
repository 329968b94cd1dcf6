import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../until.ts';
import type { ExchangeFault } from './fault.ts';
import { proxyTest as test } from './proxy-test.ts';

const bookmark = '{"type":"BOOKMARK","object":{"kind":"Pod"}}';
const initialEnd = '{"type":"BOOKMARK","object":{"metadata":{"annotations":{"k8s.io/initial-events-end":"true"}}}}';

test('every watch ends properly after so long', async ({ client, proxy, upstream }) => {
  proxy.faults.inject({ kind: 'end', afterMs: 60 }, { watch: true });
  for (const event of ['one', 'two']) {
    const watch = await client.open();
    upstream.tell(event);
    await watch.over();
    expect(watch).toMatchObject({ how: 'complete', body: `${event}\n` });
    expect(watch.tookMs).toBeGreaterThanOrEqual(55);
    await until('it to end upstream', async () => (upstream.watches() === 0 ? true : undefined));
  }
});

test('a watch ends behind a whole line', async ({ client, proxy, upstream }) => {
  const watch = await client.open();
  upstream.send('one\ntw');
  await watch.hears('tw');
  proxy.faults.inject({ kind: 'end', afterMs: 0 }, { underWay: true });
  await sleep(20); // now it is due, in the middle of a line
  expect(watch.how).toBe('silent');
  upstream.send('o\nthree\n');
  await watch.over();
  expect(watch).toMatchObject({ how: 'complete', body: 'one\ntwo\n' });
});

for (const bytes of ['held', 'swallowed'] as const) {
  test(`a watch under way goes silent without closing, its bytes ${bytes}`, async ({ client, proxy, upstream }) => {
    const watch = await client.open();
    upstream.tell('before');
    await watch.hears('before');
    const silence = proxy.faults.inject({ kind: 'stall', at: 0, bytes }, { watch: true, underWay: true, times: 1 });
    upstream.tell('after');
    const other = await client.open();
    upstream.tell('other');
    await other.hears('other');
    expect(watch).toMatchObject({ how: 'silent', body: 'before\n' });
    expect(proxy.inFlight()).toBe(2);
    await silence.clear();
    upstream.tell('last');
    await other.hears('last');
    if (bytes === 'held') await watch.hears('last');
    expect(watch.lines).toEqual(bytes === 'held' ? ['before', 'after', 'other', 'last'] : ['before']);
    watch.leave();
    other.leave();
    await until('both to end upstream', async () => (upstream.watches() === 0 ? true : undefined));
  });
}

test('a watch that was silenced does not even hear that upstream is gone', async ({ client, proxy, upstream }) => {
  const watch = await client.open();
  proxy.faults.inject({ kind: 'stall', at: 0, bytes: 'swallowed' }, { underWay: true });
  await upstream.stop();
  await watch.over(60);
  expect(watch.how).toBe('silent');
});

test('a garbage line comes between those of a watch', async ({ client, proxy, upstream }) => {
  proxy.faults.inject({ kind: 'garbage-line', line: '{"type":"ADD', afterLines: 2 }, { watch: true });
  const watch = await client.open();
  for (const line of ['one', 'two\nthree', 'four']) upstream.tell(line);
  await watch.hears('four');
  expect(watch.lines).toEqual(['one', 'two', '{"type":"ADD', 'three', 'four']);
});

test('a garbage line does not come inside another', async ({ client, proxy, upstream }) => {
  const watch = await client.open();
  upstream.send('on');
  await watch.hears('on');
  proxy.faults.inject({ kind: 'garbage-line', line: '?', afterLines: 0 }, { underWay: true });
  upstream.send('e\ntwo\n');
  await watch.hears('two\n');
  proxy.faults.inject({ kind: 'garbage-line', line: '!', afterLines: 0 }, { underWay: true });
  await watch.hears('!\n');
  expect(watch.lines).toEqual(['one', '?', 'two', '!']);
});

const dropped = [
  { initialEventsEnd: 'kept', want: ['one', initialEnd, 'two', 'three'] },
  { initialEventsEnd: 'dropped', want: ['one', 'two', 'three'] },
] as const;
for (const { initialEventsEnd, want } of dropped) {
  test(`a watch loses its bookmarks, the one that ends the initial events ${initialEventsEnd}`, async ({
    client,
    proxy,
    upstream,
  }) => {
    const drop = proxy.faults.inject({ kind: 'drop-bookmarks', initialEventsEnd }, { watch: true });
    const watch = await client.open();
    for (const line of ['one', initialEnd, bookmark, 'two', `${bookmark}\nthree`]) upstream.tell(line);
    await watch.hears('three');
    expect(watch.lines).toEqual(want);
    await drop.clear();
    upstream.tell(bookmark);
    await watch.hears(bookmark);
  });
}

const soon: readonly ExchangeFault[] = [
  { kind: 'stall', at: 6, bytes: 'held' },
  { kind: 'stall', at: 6, bytes: 'swallowed' },
  { kind: 'reset', at: 6 },
  { kind: 'half-close', at: 6 },
  { kind: 'truncate', at: 6 },
  { kind: 'end', afterMs: 1000 },
  { kind: 'garbage-line', line: '!', afterLines: 2 },
];
for (const fault of soon) {
  test(`${JSON.stringify(fault)} is cleared before it takes hold`, async ({ client, proxy, upstream }) => {
    const injected = proxy.faults.inject(fault);
    const watch = await client.open();
    upstream.tell('one');
    await watch.hears('one\n');
    await injected.clear();
    for (const line of ['two', 'three']) upstream.tell(line);
    await watch.hears('three\n');
    expect(watch).toMatchObject({ how: 'silent', lines: ['one', 'two', 'three'] });
  });
}

test('a watch is cut in mid-line', async ({ client, proxy, upstream }) => {
  const watch = await client.open();
  upstream.tell('one');
  await watch.hears('one');
  proxy.faults.inject({ kind: 'reset', at: 2 }, { watch: true, underWay: true });
  upstream.tell('two');
  await watch.over();
  expect(watch).toMatchObject({ how: 'ECONNRESET', body: 'one\ntw' });
});
