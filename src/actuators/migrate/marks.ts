import type { KubeClient } from '#kube/client/kube-client.ts';
import { pods } from '#kube/client/pods.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import type { ReplacementMarker } from '#ports/replacement-marker.ts';
import { findPod, livePods } from './live-pod.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { outcomeOf } from './outcome-of-fault.ts';

export const replacementMarkerRights: readonly PolicyRule[] = [rightOf(pods, 'get'), rightOf(pods, 'patch')];

/** Writes where a replacement comes from; that it was a clone is over. */
export function kubeReplacementMarker(client: KubeClient): ReplacementMarker {
  return {
    mark: (key, { originalNode, attempt }, signal) =>
      outcomeOf(async () => {
        const pod = await findPod(client, key, signal);
        if (pod === undefined) return { kind: 'moot', why: 'gone' };
        const annotations = { [ourMarks.originalNode]: originalNode, [ourMarks.attempt]: String(attempt) };
        const change = { metadata: { uid: key.uid, annotations, labels: { [ourMarks.clone]: null } } };
        await client.patch(livePods, key, { kind: 'merge', change }, { signal });
        return { kind: 'done' };
      }),
  };
}
