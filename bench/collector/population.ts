/** A made-up cluster: who is in it and what they use, the same for whoever asks for the same number. */

export const nodeName = (node: number): string => `worker-${String(node).padStart(5, '0')}`;

export const nodeAddress = (node: number): string => `10.${64 + (node >> 16)}.${(node >> 8) & 255}.${node & 255}`;

export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

export const podName = (pod: number): PodName => ({
  namespace: `team-${pod % 200}`,
  name: `service-${pod % 6000}-${hash(pod, 1).toString(36)}-${String(pod).padStart(6, '0')}`,
});

/** The signals of nodes, as many as the built-in queries know. */
export const nodeSignals = ['cpu', 'memory', 'load', 'psi-cpu', 'psi-memory', 'psi-io'] as const;

/** One node in a hundred moves by more than the step from one round to the next; the others tremble within it. */
export function nodeUse(signal: number, node: number, round: number): number {
  const moves = Math.floor((node + round) / 100) - Math.floor(node / 100);
  return steadyUse(signal, node, round) + 0.05 * (moves % 2);
}

/** What a node uses that does the same work all day: never farther from itself than the step. */
export const steadyUse = (signal: number, node: number, round: number): number =>
  0.05 + 0.6 * share(node, signal) + 0.004 * share(node, signal + 100 * (round + 1));

export const podCores = (pod: number, round: number): number => 0.5 * share(pod, round);

export const podBytes = (pod: number): number => 4096 * Math.floor(200_000 * share(pod, 0));

/** How old a sample is: scrapes are spread over their interval. */
export const ageMs = (number: number): number => (number * 7919) % 30_000;

const share = (number: number, salt: number): number => hash(number, salt) / 2 ** 32;

function hash(number: number, salt: number): number {
  let mixed = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
