import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface StubProxy {
  /** `host:port`. */
  readonly host: string;
  /** `CONNECT host:port` and `GET http://…`, in the order they came. */
  readonly asked: readonly string[];
  readonly authorizations: readonly (string | undefined)[];
  /** Connections there ever were. */
  readonly connections: () => number;
}

/** A proxy that does as it is told: tunnels for CONNECT, forwards what comes in the absolute form; or refuses both. */
export async function stubProxy(refusal?: { status: number }): Promise<StubProxy> {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers['proxy-authorization']);
    if (refusal !== undefined) return void response.writeHead(refusal.status).end();
    const { method = 'GET', headers } = request;
    request.pipe(
      ask(request.url!, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  });
  server.on('connect', (request, near: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    authorizations.push(request.headers['proxy-authorization']);
    if (refusal !== undefined) return void near.end(`HTTP/1.1 ${refusal.status} No\r\ncontent-length: 0\r\n\r\n`);
    const [host, port] = (request.url ?? '').split(':');
    const far = connect(Number(port), host, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a proxy without a port');
  return { host: `127.0.0.1:${address.port}`, asked, authorizations, connections: () => connections };
}
