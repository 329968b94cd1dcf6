/** What a finished process says to the shell. */
export const exitCodes = {
  done: 0,
  no: 1,
  badInput: 2,
  outside: 3,
  ownFault: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** As the help of every command ends. */
export const exitCodeMeanings: readonly (readonly [code: ExitCode, means: string])[] = [
  [exitCodes.done, 'done'],
  [exitCodes.no, 'the answer is no: a gate such as --fail-on was not met'],
  [exitCodes.badInput, 'wrong usage or bad input'],
  [exitCodes.outside, 'something outside failed: the cluster, Prometheus, the file system'],
  [exitCodes.ownFault, "a fault of Plimsoll's own: please report it"],
  [exitCodes.interrupted, 'interrupted (143: terminated)'],
];

/** The most telling beginning of a fault code wins; what is not named here failed outside. */
const BY_CODE: readonly (readonly [prefix: string, exit: ExitCode])[] = [
  ['config/unreadable', exitCodes.outside],
  ['config/', exitCodes.badInput],
  ['kube/bad-kubeconfig', exitCodes.badInput],
  ['kube/no-configuration', exitCodes.badInput],
  ['backtest/', exitCodes.badInput],
  ['recording/unwritable', exitCodes.outside],
  ['recording/unreadable', exitCodes.outside],
  ['recording/', exitCodes.badInput],
  ['simulate/unreadable', exitCodes.outside],
  ['simulate/', exitCodes.badInput],
  ['cli/unexpected', exitCodes.ownFault],
  ['cli/', exitCodes.badInput],
  ['serve/role-to-come', exitCodes.badInput],
  ['look/no-such-object', exitCodes.badInput],
  ['install/secret', exitCodes.badInput],
  ['install/not-confirmed', exitCodes.badInput],
  ['act/no-such-migration', exitCodes.badInput],
  ['prometheus/bad-query', exitCodes.badInput],
];

/** The exit code for a process that ends by this fault. */
export function exitCodeOf(faultCode: string): ExitCode {
  return BY_CODE.find(([prefix]) => faultCode.startsWith(prefix))?.[1] ?? exitCodes.outside;
}
