import { once } from 'node:events';
import { connect, createServer, type Socket, type TcpNetConnectOpts } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '#kube/transport/fixtures/listening.ts';
import { ReceiveMemory } from './receive-memory.ts';

/** A connected pair of sockets, the near one receiving into such memory. */
async function pair(
  to: Omit<TcpNetConnectOpts, 'port'> = { host: '127.0.0.1' },
): Promise<{ near: Socket; far: Socket }> {
  const server = createServer();
  const port = await listening(server);
  const memory = new ReceiveMemory();
  const accepted = once(server, 'connection');
  const near = connect({ ...to, port, onread: memory });
  memory.belongsTo(near);
  const [far] = await accepted;
  onTestFinished(() => {
    near.destroy();
    far.destroy();
    server.close();
  });
  return { near, far };
}

/** Reads each time something came, at once, and gives the memory it lay in; `count` times. */
function reads(socket: Socket, count: number): Promise<{ text: string; memory: ArrayBufferLike }[]> {
  const { promise, resolve } = Promise.withResolvers<{ text: string; memory: ArrayBufferLike }[]>();
  const found: { text: string; memory: ArrayBufferLike }[] = [];
  socket.on('readable', () => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
      found.push({ text: chunk.toString(), memory: chunk.buffer });
      socket.emit('heard');
    }
    if (found.length >= count) resolve(found);
  });
  return promise;
}

test('what is read at once leaves the memory to what comes next', async () => {
  const { near, far } = await pair();
  const read = reads(near, 2);
  const heard = once(near, 'heard');
  far.write('one');
  await heard;
  far.write('two');
  const [first, second] = await read;
  expect([first?.text, second?.text]).toEqual(['one', 'two']);
  expect(second?.memory).toBe(first?.memory);
});

test('what waits to be read keeps its memory, and is whole when it is read', async () => {
  const { near, far } = await pair();
  const waits = (bytes: number): Promise<void> => arrived(near, bytes);
  far.write('one ');
  await waits(4);
  far.write('two ');
  await waits(8);
  far.write('three');
  await waits(13);
  expect(near.read().toString()).toBe('one two three');
});

test('a name of which only the second address answers', async () => {
  const { near, far } = await pair({
    host: 'api.example',
    autoSelectFamily: true,
    lookup: (_, __, callback) =>
      callback(null, [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ]),
  });
  const read = reads(near, 1);
  far.write('one');
  expect((await read)[0]?.text).toBe('one');
});

test('two sockets at once never share memory', async () => {
  const [one, other] = [await pair(), await pair()];
  const [read, otherRead] = [reads(one.near, 1), reads(other.near, 1)];
  one.far.write('one');
  other.far.write('other');
  const [[first], [second]] = await Promise.all([read, otherRead]);
  expect([first?.text, second?.text]).toEqual(['one', 'other']);
  expect(second?.memory).not.toBe(first?.memory);
});

/** Resolves once so many bytes wait in the socket; somebody listens, and reads nothing. */
function arrived(socket: Socket, bytes: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (socket.readableLength < bytes) return;
    socket.off('readable', look);
    resolve();
  };
  socket.on('readable', look);
  look();
  return promise;
}
