import type { ReplayPolicy } from '#simulation/replay/policy.ts';

/** Moves nothing: what every policy is compared with. */
export const none: ReplayPolicy = { name: 'none', begin: () => ({ decide: () => [] }) };
