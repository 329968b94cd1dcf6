import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

export type BacktestCode = 'backtest/too-short';

export const backtestFaults: FaultCatalogue<BacktestCode> = {
  'backtest/too-short': {
    means: 'A recording knows too little of what pods used for policies to be compared on it.',
    remedy: 'record for longer, or further back with --history where there is a Prometheus; give less to --learn',
  },
};

/** Makes the faults of replaying a recording. */
export const backtestFault: FaultMaker<BacktestCode> = faultsOf(backtestFaults);
