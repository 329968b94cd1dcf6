import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { ControlPlane } from '../../test/control-plane/start-control-plane.ts';

/** A way to the API server that counts the connections made over it. */
export interface ConnectionCounter {
  readonly kubeconfig: string;
  readonly opened: () => number;
  readonly stop: () => Promise<void>;
}

/** Passes bytes on as they are: TLS is between the client and the API server. */
export async function connectionCounter(controlPlane: ControlPlane): Promise<ConnectionCounter> {
  const upstream = Number(new URL(controlPlane.url).port);
  let opened = 0;
  const server = createServer((client) => {
    opened += 1;
    const onward = connect(upstream, '127.0.0.1');
    client.pipe(onward).pipe(client);
    client.on('error', () => onward.destroy());
    onward.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const kubeconfig = `${controlPlane.kubeconfig}-counted`;
  const through = readFileSync(controlPlane.kubeconfig, 'utf8').replaceAll(
    controlPlane.url,
    `https://127.0.0.1:${port}`,
  );
  writeFileSync(kubeconfig, through);
  return {
    kubeconfig,
    opened: () => opened,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
