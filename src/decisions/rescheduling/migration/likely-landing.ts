import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { whereWouldItGo } from '#decisions/scheduling/where-would-it-go.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';
import type { Because } from './status-change.ts';

/** What would become of the pod made in place of one that is evicted now. */
export type LikelyLanding = { readonly kind: 'good' } | ({ readonly kind: 'bad' } & Because);

/** `targets`: where it could run, and the node stay under its line. What leaves by eviction goes where the scheduler puts it. */
export function likelyLanding(
  pod: PlacedPod,
  targets: readonly string[],
  { cluster, profile }: { readonly cluster: ClusterView; readonly profile: Profile },
): LikelyLanding {
  const likely = whereWouldItGo(cluster, pod, profile);
  const [first] = likely;
  if (first === undefined) return bad('NoRoom', 'The scheduler would find no node for what comes instead of it.');
  if (likely.has(pod.nodeName))
    return bad('WouldComeBack', `The scheduler would put what comes instead of it on ${pod.nodeName} again.`);
  if (targets.some((node) => likely.has(node))) return { kind: 'good' };
  return bad('WouldBeHot', `The scheduler would put what comes instead of it on ${first}, where it is not to go now.`);
}

const bad = (reason: string, message: string): LikelyLanding => ({ kind: 'bad', reason, message });
