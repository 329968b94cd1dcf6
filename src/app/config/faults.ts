import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type ConfigFaultCode =
  | 'config/unreadable'
  | 'config/syntax'
  | 'config/not-a-mapping'
  | 'config/duplicate-key'
  | 'config/unknown-key'
  | 'config/bad-value'
  | 'config/contradiction';

export const configFaults: FaultCatalogue<ConfigFaultCode> = {
  'config/unreadable': {
    means: 'The configuration file is missing, may not be read, is too large, or is not UTF-8 text.',
    remedy: 'check the path given to --config and the rights on the file',
  },
  'config/syntax': {
    means:
      'The configuration file is not YAML that Plimsoll reads: one document, YAML 1.2, no tags of its own, few aliases.',
    remedy: 'correct the file at the line and column named',
  },
  'config/not-a-mapping': {
    means: 'A value stands where a mapping of options is expected.',
    remedy: 'nest options below the section that owns them, as `plimsoll config --example` shows',
  },
  'config/duplicate-key': {
    means: 'The same key is written twice in one mapping, so that one of the two would be lost.',
    remedy: 'keep one of the two lines',
  },
  'config/unknown-key': {
    means: 'The configuration file has a key that no option answers to.',
    remedy: 'correct or remove the key; `plimsoll config --example` prints every option',
  },
  'config/bad-value': {
    means: 'An option was given a value it cannot take, by the file, the environment or a flag.',
    remedy: 'give a value of the kind named; `plimsoll config --example` shows one for every option',
  },
  'config/contradiction': {
    means: 'Two options, each good alone, contradict one another.',
    remedy: 'change one of the two; `plimsoll config` prints where each value comes from',
  },
};

/** Makes the faults of reading configuration. */
export const configFault: FaultMaker<ConfigFaultCode> = faultsOf(configFaults);
