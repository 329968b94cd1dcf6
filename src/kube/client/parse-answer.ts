import { messageOf } from '#kube/config/cause.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';

/** The JSON of an answer. `doing` names the request in the fault. */
export function parseAnswer(body: Uint8Array, doing: string): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString());
  } catch (cause) {
    throw new KubeFault('kube/malformed', `${doing}: the answer is not JSON: ${messageOf(cause)}`, { cause });
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
