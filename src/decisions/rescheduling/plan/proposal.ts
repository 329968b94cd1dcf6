import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { MigrationMode, PlannedFor, PodMigrationSpec } from '#api/pod-migration.ts';
import { hashOfText } from '#base/hash.ts';
import type { Shares } from './measured-after.ts';
import type { MigrationPlan, ProposedMove } from './migration-plan.ts';
import { instantOf } from '#decisions/rescheduling/migration/status-change.ts';

export interface ProposalOptions {
  readonly now: number;
  readonly deadlineMs: number;
  readonly mode: MigrationMode;
}

/** A move of a plan as a migration that is to be created. */
export interface Proposal {
  readonly namespace: string;
  readonly name: string;
  readonly spec: PodMigrationSpec;
}

const LONGEST_STEM = 54;

/** `earlier`: how many migrations of that pod there were. Two who propose the same at once give it one name. */
export function proposalOf(
  move: ProposedMove,
  plan: MigrationPlan,
  { now, deadlineMs, mode }: ProposalOptions,
  earlier: number,
): Proposal {
  const { pod, to, measuredAfter, makesRoomFor } = move;
  const hash = (hashOfText(pod.uid, earlier) >>> 0).toString(16).padStart(8, '0');
  return {
    namespace: pod.namespace,
    name: `${pod.name.slice(0, LONGEST_STEM).replace(/[^a-z0-9]+$/, '')}-${hash}`,
    spec: {
      podRef: { name: pod.name, uid: pod.uid },
      targetNode: to,
      mode,
      reason: sentence(move),
      deadline: instantOf(now + deadlineMs),
      planned: {
        for: causeOf(move, plan),
        ...(makesRoomFor === undefined ? {} : { makesRoomFor: { name: makesRoomFor.name, uid: makesRoomFor.uid } }),
        worthMinutes: Math.round(worthOf(move)),
        predicted: { source: written(measuredAfter.source), target: written(measuredAfter.target) },
      },
    },
  };
}

/** In overload minutes, of all that moves together. */
export const worthOf = ({ avoidsMinutes, priceMinutes }: ProposedMove): number => avoidsMinutes - priceMinutes;

function causeOf({ from, byRule, makesRoomFor }: ProposedMove, { nodes }: MigrationPlan): PlannedFor {
  if (byRule !== undefined) return 'Ruled';
  if (makesRoomFor !== undefined) return 'MakesRoom';
  return nodes.find(({ node }) => node === from)?.verdict === 'hot' ? 'Hot' : 'Foretold';
}

function sentence({ reason, to, avoidsMinutes, priceMinutes }: ProposedMove): string {
  const worth = `avoids ${Math.round(avoidsMinutes)} minutes of overload at a price of ${Math.round(priceMinutes)}`;
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}; moving it to ${to} ${worth}.`;
}

/** As annotations of nodes write them. */
const written = (shares: Shares): StringMap =>
  Object.fromEntries(Object.entries(shares).map(([signal, share]) => [signal, share.toFixed(3)]));
