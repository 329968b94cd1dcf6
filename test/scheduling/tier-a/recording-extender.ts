import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `reject` turns every node away, so that nothing after the filters runs; `bind-fail` takes every node and refuses to
 * bind, so that the scheduler has scored and chosen.
 */
export type ExtenderMode = 'reject' | 'bind-fail';

/** The text that the scheduler counts for each node this extender turned away. */
export const rejectText = 'oracle-reject';

/** What kube-scheduler told its extender: the nodes that passed all its filters, and the one it chose, by pod uid. */
export interface RecordingExtender {
  readonly url: string;
  mode: ExtenderMode;
  offered(uid: string): readonly string[] | undefined;
  chosen(uid: string): string | undefined;
  close(): Promise<void>;
}

interface FilterCall {
  readonly Pod: { readonly metadata: { readonly uid: string } };
  readonly NodeNames?: readonly string[] | null;
}

interface BindCall {
  readonly PodUID: string;
  readonly Node: string;
}

/** Starts it on a free loopback port. */
export async function startRecordingExtender(mode: ExtenderMode): Promise<RecordingExtender> {
  const offered = new Map<string, readonly string[]>();
  const chosen = new Map<string, string>();
  const filter = ({ Pod, NodeNames }: FilterCall): object => {
    const names = NodeNames ?? [];
    offered.set(Pod.metadata.uid, names);
    if (extender.mode === 'bind-fail') return { NodeNames: names };
    return { NodeNames: [], FailedNodes: Object.fromEntries(names.map((name) => [name, rejectText])) };
  };
  const bind = ({ PodUID, Node }: BindCall): object => {
    chosen.set(PodUID, Node);
    return { Error: 'recorded, not bound' };
  };
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const call = JSON.parse(await bodyOf(request));
      const told = request.url === '/filter' ? filter(call) : bind(call);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
    };
    answer().catch((fault: unknown) => response.destroy(fault as Error));
  });
  const port = await listening(server);
  const extender: RecordingExtender = {
    url: `http://127.0.0.1:${port}`,
    mode,
    offered: (uid) => offered.get(uid),
    chosen: (uid) => chosen.get(uid),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return extender;
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
