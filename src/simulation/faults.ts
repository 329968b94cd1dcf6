import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

/** What goes wrong in a world because it was told to, and what cannot be simulated. */
export type SimulationCode =
  | 'simulation/throttled'
  | 'simulation/server-error'
  | 'simulation/timeout'
  | 'simulation/blind';

/** The room's faults, each with what it means and what to do. */
export const simulationFaults: FaultCatalogue<SimulationCode> = {
  'simulation/throttled': {
    means: "A simulated API server turned a request away with 429, as the world's faults say.",
    remedy: 'none is needed: it is part of the simulation; lower `faults.throttled` of the world for less of it',
  },
  'simulation/server-error': {
    means: "A simulated API server answered with 500, as the world's faults say.",
    remedy: 'none is needed: it is part of the simulation; lower `faults.failing` of the world for less of it',
  },
  'simulation/timeout': {
    means: 'A simulated API server did not answer in time; what was asked may have been done all the same.',
    remedy: 'none is needed: it is part of the simulation; lower `faults.timingOut` of the world for less of it',
  },
  'simulation/blind': {
    means:
      "A simulated source of load answers nothing for this, as the world's faults say or as it has no such signal.",
    remedy: 'none is needed: it is part of the simulation; ask for cpu, memory and load, outside the times it is blind',
  },
};

const made: FaultMaker<SimulationCode> = faultsOf(simulationFaults);

/** Without a stack: these are answers of a simulated server, of which there are many, and where they are made says nothing. */
export const fault: FaultMaker<SimulationCode> = (code, message, options) => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return made(code, message, options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};
