import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type CliFaultCode =
  | 'cli/unknown-command'
  | 'cli/unknown-flag'
  | 'cli/usage'
  | 'cli/unknown-policy'
  | 'cli/no-recorded-load'
  | 'cli/unexpected';

export const cliFaults: FaultCatalogue<CliFaultCode> = {
  'cli/unknown-command': {
    means: 'There is no command of that name.',
    remedy: 'run `plimsoll --help` for the commands there are',
  },
  'cli/unknown-flag': {
    means: 'The command has no flag of that name.',
    remedy: 'run the command with --help for the flags it has',
  },
  'cli/usage': {
    means: 'A flag or an argument is missing, superfluous, or has a value that it cannot take.',
    remedy: 'run the command with --help for how it is used',
  },
  'cli/unknown-policy': {
    means: 'There is no policy of that name.',
    remedy: 'give names of `plimsoll simulate --help`, with commas between',
  },
  'cli/no-recorded-load': {
    means: 'Recorded load that a simulation follows is not where it was looked for.',
    remedy: 'give the folder with --data; a checkout of the repository has one, data/, the released package has none',
  },
  'cli/unexpected': {
    means: 'Something happened in Plimsoll that its authors did not foresee: a fault of its own, not of its use.',
    remedy: 'please report it, with the lines above, the command, and what `plimsoll version` prints',
  },
};

/** Makes the faults of using the command line. */
export const cliFault: FaultMaker<CliFaultCode> = faultsOf(cliFaults);
