import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { MarkOutcome, NodeMarker, NodeMarks } from '#ports/node-marker.ts';

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

export const nodeMarkRights: readonly PolicyRule[] = [rightOf(nodes, 'patch')];

/** Whom the API server notes down for our keys. */
export const NODE_MARKS_MANAGER = 'plimsoll-collector';

/** A write that takes longer has missed its place in the budget; the next plan has it again. */
const DEADLINE_MS = 10_000;

/**
 * Marks nodes by server-side apply. The API server knows which keys are ours, so what is not applied any more goes, even
 * a key that an earlier release or configuration wrote and nobody here remembers; and what others wrote stays. A merge
 * patch can remove only what it knows of. The uid that is applied is a precondition: apply creates what
 * is not there, but never something with a uid.
 */
export function kubeNodeMarker(client: KubeClient): NodeMarker {
  return {
    async mark({ node, set }: NodeMarks, signal: AbortSignal): Promise<MarkOutcome> {
      const wanted = { metadata: { uid: node.uid, annotations: set } };
      const options = {
        fieldManager: NODE_MARKS_MANAGER,
        priority: 'annotate',
        deadlineMs: DEADLINE_MS,
        signal,
      } as const;
      try {
        await client.patch(nodes, { name: node.name }, { kind: 'apply', wanted, conflicts: 'take-over' }, options);
        return { kind: 'written' };
      } catch (thrown) {
        return outcomeOf(thrown);
      }
    },
  };
}

/** Where another node has the name, our uid is an attempt to change its own; where none has it, a conflict. */
function outcomeOf(thrown: unknown): MarkOutcome {
  if (!(thrown instanceof KubeFault)) throw thrown;
  const { code, causes, message } = thrown;
  if (code === 'kube/conflict' || code === 'kube/not-found') return { kind: 'gone' };
  if (code !== 'kube/invalid') throw thrown;
  return causes.some(({ field }) => field === 'metadata.uid') ? { kind: 'gone' } : { kind: 'refused', why: message };
}
