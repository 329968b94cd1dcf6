import type { KubeClient } from '#kube/client/kube-client.ts';
import { isRecord } from '#kube/client/parse-answer.ts';

/** Asks the API server about ourselves; nothing is kept of the question. */
export async function review(
  client: KubeClient,
  group: string,
  kind: string,
  { spec, signal }: { readonly spec?: object; readonly signal: AbortSignal },
): Promise<{ readonly status: Readonly<Record<string, unknown>> }> {
  const answer = await client.askJson({
    method: 'POST',
    path: `/apis/${group}/v1/${kind.toLowerCase()}s`,
    body: JSON.stringify({ apiVersion: `${group}/v1`, kind, spec }),
    repeatable: 'yes',
    signal,
  });
  return { status: isRecord(answer) && isRecord(answer['status']) ? answer['status'] : {} };
}
