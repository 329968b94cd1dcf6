import { expect, test } from 'vitest';
import { InventedServer } from '#test/support/reflector/invented-server.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { serverContract } from './fixtures/server-contract.ts';

for (const [promise, keeps] of Object.entries(serverContract)) {
  test(`the invented server: ${promise}`, async () => {
    const ending = new AbortController();
    const server = new InventedServer(new VirtualClock(), ending.signal, Math.random);
    const complaint = await keeps({
      transport: server,
      path: '/apis/example.org/v1/things',
      write: async (name) => server.write(name),
      remove: async (name) => server.delete(name),
      compact: async () => server.compact(),
    });
    ending.abort();
    expect(complaint).toBeUndefined();
  });
}
