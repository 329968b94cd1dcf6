import type { StayingPod } from './migration-plan.ts';
import type { PosedProblem } from '#decisions/rescheduling/problem/pose-problem.ts';
import type { Stay } from '#decisions/rescheduling/relocations/relocation-plan.ts';

/** What names and reasons are looked up in. */
export interface SaidBy {
  readonly posed: PosedProblem;
  readonly isEveryNodeHot: boolean;
}

/** Why a pod stays, in words. */
export function stayingPod(pod: number, because: Stay, said: SaidBy): StayingPod {
  const { key, standing } = said.posed.pods[pod]!;
  const { hold } = standing();
  if (hold !== undefined && (because.kind === 'unmovable' || because.kind === 'resting')) {
    const { kind, reason, freedBy } = hold;
    return { pod: key, kind, reason, ...(freedBy === undefined ? {} : { freedBy }) };
  }
  return { pod: key, kind: because.kind, reason: sentence(pod, because, said) };
}

function sentence(pod: number, because: Stay, { posed: { nodes, pods }, isEveryNodeHot }: SaidBy): string {
  switch (because.kind) {
    case 'unmovable':
      return 'it may not be moved';
    case 'resting':
      return 'it was moved lately';
    case 'in-flight':
      return 'its owner or its node has as many moves under way as it may';
    case 'immovable-load':
      return `its node would be at ${percent(because.load)} ${because.resource} without all that may leave it`;
    case 'no-feasible-target':
      if (isEveryNodeHot) return 'no node is cool and takes pods: there is nowhere to go';
      return pods[pod]!.standing().canSurge
        ? 'no other node is cool, open, and one that the scheduler would let it go to'
        : 'evicted, it would be put where the scheduler likes it best, which is no other node that is cool and open';
    case 'no-room':
      return 'no node that may take it has room for what it requests';
    case 'heats-target':
      return `${nodes[because.to]!.name}, its best target, would be at ${heated(because)} with it`;
    case 'not-worth-it':
      return priced(nodes[because.to]!.name, because);
  }
}

function priced(to: string, { avoidsMinutes, priceMinutes }: Extract<Stay, { kind: 'not-worth-it' }>): string {
  if (avoidsMinutes > priceMinutes)
    return `it may go in a later pass: to ${to}, which would avoid ${minutes(avoidsMinutes)}`;
  const avoids = Math.round(avoidsMinutes);
  if (avoids < 0) return `moving it to ${to}, its best target, would add ${minutes(-avoids)}`;
  return `moving it to ${to} would avoid ${minutes(avoids)} and is priced at ${minutes(priceMinutes)}`;
}

const heated = ({ load, signal }: Extract<Stay, { kind: 'heats-target' }>): string =>
  signal === undefined ? percent(load) : `${signal} ${load.toFixed(2)}`;

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const minutes = (count: number): string => `${Math.round(count)} minutes of overload`;
