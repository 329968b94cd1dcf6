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

/** A pod, and what Kubernetes' own code says of it before it is placed and on its node. */
interface Fact {
  readonly pod: Pod;
  readonly toPlace: Numbers;
  readonly inPlace: Numbers;
}

const factsIn = (file: string): readonly Fact[] =>
  JSON.parse(readFileSync(new URL(`../../test/facts/${file}`, import.meta.url), 'utf8'));

const made = factsIn('pod-requests.json');
/** The pods that Kubernetes' own tests of this ask about, each once. */
const asked = factsIn('pod-requests-table.json');

test.each([
  { name: 'pods made at random', facts: made, least: 150 },
  { name: 'pods of the request table', facts: asked, least: 100 },
])('$facts.length $name ask for what Kubernetes says they ask for', ({ facts, least }) => {
  expect(facts.length).toBeGreaterThanOrEqual(least);
  for (const { pod, toPlace, inPlace } of facts) {
    expect(requestsToPlace(pod), JSON.stringify(pod)).toEqual(withMap(toPlace));
    expect(requestsInPlace(pod, newestDialect), JSON.stringify(pod)).toEqual(withMap(inPlace));
  }
});

function withMap(numbers: Numbers): unknown {
  return { ...numbers, scalars: new Map(Object.entries(numbers.scalars)) };
}
