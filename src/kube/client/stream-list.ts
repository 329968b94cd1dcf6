import type { Decoder } from '#kube/decode/decoder.ts';
import { drain } from '#kube/decode/drain.ts';
import { jsonEncoding } from '#kube/decode/json-encoding.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { Transport } from '#kube/transport/transport.ts';
import { type CallOptions, fromOptions } from './call-options.ts';
import { listDefaults } from './list-pages.ts';
import { collectionPath, type Resource } from './resource.ts';

export interface StreamListOptions<T> extends CallOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  /** What is kept of each object. */
  readonly decoder: Decoder<T>;
  /** Called for each object while the rest still arrives; after a fault, what came is not the whole. */
  readonly take: (item: T) => void;
}

const TURN_MS = 8;

/**
 * All objects of a kind, in one answer that is never held whole: for lists that are long, or that
 * their server does not cut into pages. The deadline holds for the whole answer.
 */
export async function streamList<T>(
  transport: Transport,
  resource: Resource<unknown>,
  { decoder, take, namespace, signal: caller, deadlineMs = listDefaults.deadlineMs, priority }: StreamListOptions<T>,
): Promise<void> {
  const path = collectionPath(resource, namespace);
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = caller === undefined ? deadline : AbortSignal.any([caller, deadline]);
  const options = fromOptions({ signal, deadlineMs, priority }, 'read');
  try {
    const { body } = await transport.stream({ method: 'GET', path, repeatable: 'yes', ...options });
    const reader = jsonEncoding(decoder).list();
    await drain(body, { reader, take, turnMs: TURN_MS });
    reader.finish();
  } catch (thrown) {
    if (!deadline.aborted || caller?.aborted === true) throw thrown;
    throw new KubeFault('kube/timeout', `GET ${path}: no whole answer within ${deadlineMs / 1000} s`, { taken: 'no' });
  }
}
