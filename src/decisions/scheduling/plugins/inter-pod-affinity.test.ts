import { expect, test } from 'vitest';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { judged, scored } from '#test/scheduling/judged.ts';

const zone = 'topology.kubernetes.io/zone';
const host = 'kubernetes.io/hostname';
const node = (name: string, inZone: string) => aNode(name, { labels: { [zone]: inZone, [host]: name } });
const nodes = [node('h1', 'a'), node('h2', 'a'), node('h3', 'b')];
const term = (topologyKey: string, label: string) => ({
  topologyKey,
  labelSelector: { matchLabels: { [label]: 'yes' } },
});
const required = (...terms: ReturnType<typeof term>[]) => ({ requiredDuringSchedulingIgnoredDuringExecution: terms });
const far = "node(s) didn't match pod affinity rules";
const near = "node(s) didn't match pod anti-affinity rules";
const both = { x: 'yes', y: 'yes' };
const pods = [placedPod('X', 'h1', { labels: both }), placedPod('Y', 'h2', { labels: { x: 'yes' } })];
const terms = [term(zone, 'x'), term(host, 'y')];

test('one pod must answer all terms of affinity: A28', () => {
  const pod = aPod('p', { spec: { affinity: { podAffinity: required(...terms) } } });
  expect(judged({ nodes, pods }, pod)).toEqual({ h1: 'fits', h2: far, h3: far });
});

test('each term of anti-affinity stands alone: A29', () => {
  const pod = aPod('p', { spec: { affinity: { podAntiAffinity: required(...terms) } } });
  expect(judged({ nodes, pods }, pod)).toEqual({ h1: near, h2: near, h3: 'fits' });
});

test('the first of those that want to be together may be alone, where the label is', () => {
  const pod = aPod('p', { labels: both, spec: { affinity: { podAffinity: required(term(zone, 'x')) } } });
  expect(judged({ nodes: [...nodes, aNode('bare')] }, pod)).toEqual({ h1: 'fits', h2: 'fits', h3: 'fits', bare: far });
});

test('who is there keeps others off, and its node must bear the label: A30', () => {
  const spec = { affinity: { podAntiAffinity: required(term('rack', 'x')) } };
  const rack = { ...node('racked', 'a'), metadata: { ...node('racked', 'a').metadata, labels: { rack: '1' } } };
  const keepers = [placedPod('k1', 'h1', { spec }), placedPod('k2', 'racked', { spec })];
  expect(judged({ nodes: [...nodes, rack], pods: keepers }, aPod('p', { labels: both }))).toEqual({
    h1: 'fits',
    h2: 'fits',
    h3: 'fits',
    racked: "node(s) didn't satisfy existing pods anti-affinity rules",
  });
});

test('likes and dislikes are stretched from the least to the most: A17', () => {
  const weighted = (weight: number, label: string) => ({ weight, podAffinityTerm: term(host, label) });
  const affinity = {
    podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [weighted(30, 'y')] },
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [weighted(10, 'z')] },
  };
  const there = [
    placedPod('liked', 'h1', { labels: { y: 'yes' } }),
    placedPod('disliked', 'h2', { labels: { z: 'yes' } }),
  ];
  const pod = aPod('p', { spec: { affinity } });
  expect(scored({ nodes, pods: there }, pod, 'InterPodAffinity')).toEqual({ h1: 100, h2: 0, h3: 25 });
});
