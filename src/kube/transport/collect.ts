import { KubeFault } from './faults/kube-fault.ts';

/** The whole of a body, if it is no longer than that. */
export async function collect(
  body: AsyncIterable<Uint8Array>,
  longestBytes: number,
  doing: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > longestBytes)
      throw new KubeFault('kube/malformed', `${doing}: the answer is longer than ${longestBytes} bytes`, {
        retry: 'never',
      });
    chunks.push(Uint8Array.from(chunk));
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, bytes);
}

/** The beginning of a body; the rest is not waited for. */
export async function collectBeginning(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let got = 0;
  for await (const chunk of body) {
    chunks.push(Uint8Array.from(chunk));
    got += chunk.length;
    if (got >= bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, bytes);
}
