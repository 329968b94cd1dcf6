import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { type Followed, follow, type FollowedOptions } from '#test/support/reflector/followed.ts';

const second = 1000;
const minute = 60 * second;

let followed: Followed | undefined;
afterEach(() => followed?.stop());

/** A server with things a to e, followed until synced. */
async function inSync(options: FollowedOptions = {}): Promise<Followed> {
  followed = follow({
    ...options,
    prepare: (server) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) server.write(name);
      options.prepare?.(server);
    },
  });
  await followed.pass(second);
  return followed;
}

const expectInStep = ({ picture, truth, heard }: Followed): void => {
  expect(picture.things).toEqual(truth());
  expect(heard.filter((word) => word.startsWith('sink failed'))).toEqual([]);
};

describe('a start', () => {
  test('streams everything there is as initial events, then is in sync', async () => {
    const it = await inSync();
    expectInStep(it);
    expect(it.picture.told.at(-1)).toBe('synced');
    expect(it.reflector.status).toMatchObject({ synced: true, objects: 5 });
    expect(it.server.asks).toHaveLength(1);
  });

  test('comes in pages where the server refuses initial events', async () => {
    const it = await inSync({ prepare: (server) => (server.initialEvents = 'refuses') });
    expectInStep(it);
    expect(it.heard).toContain('fell back to pages');
    const pages = it.server.asks.filter(({ query }) => query?.['limit'] === '3');
    expect(pages).toHaveLength(2);
    expect(pages.every(({ query }) => query?.['resourceVersion'] === undefined)).toBe(true);
  });

  test('comes in pages where the server does not know initial events, and the closing bookmark never comes', async () => {
    const it = await inSync({ prepare: (server) => (server.initialEvents = 'ignores') });
    expect(it.reflector.status.synced).toBe(false);
    await it.pass(31 * second);
    expectInStep(it);
    expect(it.reflector.status.synced).toBe(true);
  });

  test('goes on through an expired continue token, by one whole list', async () => {
    const it = await inSync({
      prepare: (server) => {
        server.initialEvents = 'refuses';
        server.expireNextToken = true;
      },
    });
    expectInStep(it);
    expect(it.picture.syncs).toBe(1);
    expect(it.server.asks.filter(({ query }) => query?.['watch'] === undefined)).toHaveLength(3);
  });

  test('goes on streaming where the server was only slow to answer', async () => {
    const it = await inSync({ prepare: (server) => (server.stalls = 2) });
    await it.pass(2 * minute);
    expectInStep(it);
    expect(it.heard).not.toContain('fell back to pages');
    expect(it.heard.filter((word) => word.startsWith('faulted'))).toEqual([
      'faulted: kube/timeout, again after 400 ms',
      'faulted: kube/timeout, again after 800 ms',
    ]);
  });

  test('is not in sync before everything was told', async () => {
    const it = await inSync({
      prepare: (server) => server.refusals.push(new KubeFault('kube/forbidden', 'no', { status: 403 })),
    });
    expect(it.heard).toContain('faulted: kube/forbidden, again after 400 ms');
    await it.pass(minute);
    expectInStep(it);
  });
});

describe('changes', () => {
  test('are told as they happen, each once', async () => {
    const it = await inSync();
    it.picture.told.length = 0;
    it.server.write('a');
    it.server.write('f');
    it.server.delete('b');
    await it.pass(second);
    expect(it.picture.told).toEqual(['applied a', 'applied f', 'removed b']);
    expectInStep(it);
  });

  test('of a name given again, removal first', async () => {
    const it = await inSync();
    it.picture.told.length = 0;
    it.server.delete('a');
    it.server.write('a');
    await it.pass(second);
    expect(it.picture.told).toEqual(['removed a', 'applied a']);
    expectInStep(it);
  });

  test('are not lost on a sink that throws', async () => {
    const it = await inSync();
    it.picture.removed = () => {
      throw new Error('a bug in the sink');
    };
    it.server.delete('a');
    it.server.write('b');
    await it.pass(second);
    expect(it.heard).toContain('sink failed: Error: a bug in the sink');
    expect(it.picture.things.get('b')).toBe(it.truth().get('b'));
  });
});

describe('a watch that ends', () => {
  /** Something changes while the watch is down. */
  const meanwhile = (it: Followed): void => {
    it.server.delete('a');
    it.server.write('new');
  };

  test('D-11: by the server closing it goes on at the last version, at once', async () => {
    const it = await inSync();
    it.server.toWatches('close');
    meanwhile(it);
    await it.pass(0);
    expectInStep(it);
    expect(it.picture.syncs).toBe(1);
  });

  for (const how of ['reset', 'cut-line', 'garbage', 'error-500'] as const) {
    test(`D-11: by ${how} goes on at the last version, after a backoff`, async () => {
      const it = await inSync();
      it.server.toWatches(how);
      meanwhile(it);
      await it.pass(2 * second);
      expectInStep(it);
      expect(it.picture.syncs).toBe(1);
      expect(it.heard.some((word) => /again after 400 ms/.test(word))).toBe(true);
    });
  }

  test('D-11: by falling silent is reopened within two minutes', async () => {
    const it = await inSync();
    it.server.toWatches('silence');
    meanwhile(it);
    await it.pass(2 * minute);
    expectInStep(it);
    expect(it.heard).toContain('ended: silent');
  });

  test('is not taken for silent while bookmarks come', async () => {
    const it = await inSync();
    await it.pass(60 * minute);
    expect(it.heard).not.toContain('ended: silent');
    expect(it.server.asks).toHaveLength(1);
  });

  test('D-11: by 410 lists again, and tells exactly the difference', async () => {
    const it = await inSync();
    it.picture.told.length = 0;
    it.server.toWatches('error-410');
    meanwhile(it);
    it.server.compact();
    await it.pass(2 * second);
    expectInStep(it);
    expect(it.picture.told).toEqual(['applied new', 'removed a', 'synced']);
    expect(it.heard).toContain('listing: expired');
  });

  test('with its version compacted away lists again', async () => {
    const it = await inSync();
    it.server.toWatches('reset');
    meanwhile(it);
    it.server.compact();
    await it.pass(5 * second);
    expectInStep(it);
    expect(it.picture.syncs).toBe(2);
  });

  test('and cannot be had again is told as a fault, not as one that ended', async () => {
    const it = await inSync();
    it.server.toWatches('reset');
    it.server.stalls = 1;
    it.server.refusals.push(new KubeFault('kube/unreachable', 'refused'));
    await it.pass(2 * minute);
    expectInStep(it);
    expect(it.heard.slice(1)).toEqual([
      'ended: kube/unreachable',
      'faulted: kube/unreachable, again after 400 ms',
      'faulted: kube/unreachable, again after 800 ms',
      'faulted: kube/timeout, again after 1600 ms',
    ]);
  });

  test('every second still keeps in step, without a relist', async () => {
    const it = await inSync();
    for (let round = 0; round < 30; round++) {
      it.server.write(`round-${round % 7}`);
      await it.pass(second);
      expectInStep(it);
      it.server.toWatches('close');
    }
    expect(it.picture.syncs).toBe(1);
  });

  test('by an answer that makes no sense, again and again, lists anew', async () => {
    const it = await inSync();
    for (let round = 0; round < 3; round++) {
      it.server.toWatches('garbage');
      await it.pass(3 * second);
    }
    expect(it.heard).toContain('listing: stuck');
    meanwhile(it);
    await it.pass(minute);
    expectInStep(it);
  });

  test('waits as long as a throttling server asks', async () => {
    const it = await inSync();
    it.server.refusals.push(new KubeFault('kube/throttled', 'too many requests', { status: 429, retryAfterMs: 7000 }));
    it.server.toWatches('reset');
    await it.pass(2 * second);
    expect(it.heard.at(-1)).toBe('faulted: kube/throttled, again after 7000 ms');
  });
});

describe('the backoff', () => {
  const down = (): KubeFault => new KubeFault('kube/unreachable', 'refused');
  const waits = ({ heard }: Followed): number[] =>
    heard.flatMap((word) => /after (\d+) ms/.exec(word)?.slice(1) ?? []).map(Number);

  test('doubles up to its cap, with full jitter', async () => {
    const it = await inSync({ prepare: (server) => server.refusals.push(...Array.from({ length: 8 }, down)) });
    await it.pass(3 * minute);
    expect(waits(it)).toEqual([400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]);
    expectInStep(it);
  });

  test('begins anew after a healthy watch', async () => {
    const it = await inSync({ prepare: (server) => server.refusals.push(...Array.from({ length: 5 }, down)) });
    await it.pass(minute);
    it.server.toWatches('reset');
    await it.pass(minute);
    expect(waits(it).at(-1)).toBe(400);
  });
});

describe('an end', () => {
  test('leaves no watch open and tells nothing more', async () => {
    const it = await inSync();
    await it.stop();
    expect(it.server.openWatches).toBe(0);
    const told = it.picture.told.length;
    it.server.write('a');
    await it.pass(minute);
    expect(it.picture.told).toHaveLength(told);
  });
});

describe('whatever happens', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  type Act = (it: Followed) => void | Promise<void>;
  const acts: fc.Arbitrary<Act> = fc.oneof(
    {
      weight: 6,
      arbitrary: name.map(
        (which): Act =>
          ({ server }) =>
            server.write(which),
      ),
    },
    {
      weight: 3,
      arbitrary: name.map(
        (which): Act =>
          ({ server }) =>
            server.delete(which),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.integer({ min: 0, max: 100_000 }).map(
        (ms): Act =>
          ({ clock }) =>
            clock.advance(ms),
      ),
    },
    { weight: 1, arbitrary: fc.constant<Act>(({ server }) => server.compact()) },
    { weight: 1, arbitrary: fc.constant<Act>(({ server }) => void (server.expireNextToken = true)) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('close', 'reset', 'cut-line', 'garbage', 'silence', 'error-410', 'error-500').map(
        (how): Act =>
          ({ server }) =>
            server.toWatches(how),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('kube/unreachable', 'kube/server-error', 'kube/throttled', 'kube/unauthorised', 'kube/timeout')
        .map(
          (code): Act =>
            ({ server }) =>
              void server.refusals.push(new KubeFault(code, 'refused')),
        ),
    },
  );

  test('the picture comes to equal the server, nothing told twice, nothing that is still there told gone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('streams', 'refuses', 'ignores'),
        fc.array(acts, { maxLength: 60 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        async (initialEvents, run, randoms) => {
          const random = (): number => randoms.next().value;
          const it = follow({ random, prepare: (server) => (server.initialEvents = initialEvents) });
          try {
            for (const act of run) {
              await act(it);
              await it.pass(0);
            }
            it.server.refusals.length = 0;
            await it.pass(15 * minute);
            expectInStep(it);
            expect(it.reflector.status.synced).toBe(true);
          } finally {
            await it.stop();
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
