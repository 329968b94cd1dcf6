import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { review } from './review.ts';

/** Whether we may create pods everywhere, which a surge takes: a right in one namespace would be tried in another. */
export async function maySurge(client: KubeClient, signal: AbortSignal): Promise<SurgeSubject['right']> {
  const spec = { resourceAttributes: { group: '', resource: 'pods', verb: 'create' } };
  const { status } = await review(client, 'authorization.k8s.io', 'SelfSubjectAccessReview', { spec, signal });
  return status['allowed'] === true ? 'held' : 'missing';
}
