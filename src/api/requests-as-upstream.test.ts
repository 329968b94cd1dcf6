import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newestDialect } from './dialect.ts';
import { requestsInPlace, requestsToPlace } from './effective-requests.ts';
import type { Pod } from './kubernetes/pod.ts';

/** Requests as Kubernetes 1.37.2 computed them from the pod. */
interface Numbers {
  readonly cpuMilli: number;
  readonly memoryBytes: number;
  readonly ephemeralBytes: number;
  readonly scalars: Readonly<Record<string, number>>;
  readonly nonZeroCpuMilli: number;
  readonly nonZeroMemoryBytes: number;
}

/** A pod made at random, and what Kubernetes' own code says of it before it is placed and on its node. */
interface Fact {
  readonly pod: Pod;
  readonly toPlace: Numbers;
  readonly inPlace: Numbers;
}

const facts: readonly Fact[] = JSON.parse(
  readFileSync(new URL('../../test/facts/pod-requests.json', import.meta.url), 'utf8'),
);

test(`${facts.length} pods ask for what Kubernetes says they ask for`, () => {
  expect(facts.length).toBeGreaterThanOrEqual(150);
  for (const { pod, toPlace, inPlace } of facts) {
    expect(requestsToPlace(pod)).toEqual(withMap(toPlace));
    expect(requestsInPlace(pod, newestDialect)).toEqual(withMap(inPlace));
  }
});

function withMap(numbers: Numbers): unknown {
  return { ...numbers, scalars: new Map(Object.entries(numbers.scalars)) };
}
