import type { KubeClient } from '#kube/client/kube-client.ts';
import { isRecord } from '#kube/client/parse-answer.ts';
import { review } from './review.ts';

/** Who we are to the API server. */
export async function whoWeAre(client: KubeClient, signal: AbortSignal): Promise<string> {
  const { status } = await review(client, 'authentication.k8s.io', 'SelfSubjectReview', { signal });
  const user = isRecord(status['userInfo']) ? status['userInfo']['username'] : undefined;
  return typeof user === 'string' ? user : 'this user';
}
