import type { EvictionRequester } from '#ports/eviction-requester.ts';

/** A world's API server knows no EvictionRequests. */
export const worldRequester: EvictionRequester = {
  isServed: () => Promise.resolve(false),
  request: () => Promise.resolve({ kind: 'moot', why: 'gone' }),
  withdraw: () => Promise.resolve({ kind: 'moot', why: 'gone' }),
};
