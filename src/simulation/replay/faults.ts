import type { FaultCatalogue, FaultMaker } from '#base/fault.ts';
import { faultsOf } from '#base/fault.ts';

/** Everything that can go wrong when recorded load is replayed. */
export type ReplayCode = 'replay/malformed-trace' | 'replay/impossible-move';

/** The room's faults, each with what it means and what to do. */
export const replayFaults: FaultCatalogue<ReplayCode> = {
  'replay/malformed-trace': {
    means: 'A file of recorded load does not have the format its folder stands for.',
    remedy: 'compare the line named with the format in the README of the same folder under data/',
  },
  'replay/impossible-move': {
    means: 'A policy moved a pod that is not there or bound to its node, or to a node without room for its requests.',
    remedy: 'this is a bug in the policy named: a policy must check room by requests before it moves a pod',
  },
};

export const fault: FaultMaker<ReplayCode> = faultsOf(replayFaults);
