import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

export type SimulateCode = 'simulate/unreadable' | 'simulate/neither' | 'simulate/bad-world' | 'simulate/unknown-name';

export const simulateFaults: FaultCatalogue<SimulateCode> = {
  'simulate/unreadable': {
    means: 'The file of a world or a recording is missing or may not be read.',
    remedy: 'check the path; docs/simulator.md shows a whole world file',
  },
  'simulate/neither': {
    means: 'A file is neither a world, which is a YAML mapping, nor a recording.',
    remedy: 'give a world file, as docs/simulator.md shows one, or a file that `plimsoll record` wrote',
  },
  'simulate/bad-world': {
    means: 'The world file is not YAML, or says something that a world cannot be.',
    remedy: 'correct the file at the line and column named; docs/simulator.md shows a whole world file',
  },
  'simulate/unknown-name': {
    means: 'An event of the world file names a node or a workload that the world does not have.',
    remedy: 'correct the name; nodes are called by their group and number, such as n1',
  },
};

/** Makes the faults of simulating a world. */
export const simulateFault: FaultMaker<SimulateCode> = faultsOf(simulateFaults);
