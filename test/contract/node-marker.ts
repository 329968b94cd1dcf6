import { expect, test } from 'vitest';
import type { NodeMarker } from '#ports/node-marker.ts';

/** A marker, and a cluster with one node in it. */
export interface MarkerUnderTest {
  readonly marker: NodeMarker;
  readonly node: { readonly name: string; readonly uid: string };
  /** All annotations of the node as they stand. */
  readonly annotations: () => Promise<Readonly<Record<string, string>>>;
  /** Somebody else annotates the node. */
  readonly annotate: (annotations: Readonly<Record<string, string>>) => Promise<void>;
  /** The node goes, and another comes by its name. */
  readonly replace: () => Promise<void>;
  /** The node goes for good. */
  readonly remove: () => Promise<void>;
}

export type Promised = readonly (readonly [promise: string, hold: (under: MarkerUnderTest) => Promise<void>])[];

const { signal } = new AbortController();
const cpu = { 'metrics.cpu': '0.853', 'metrics.overloaded': 'true' };

/** What every marker promises. */
export const markerPromises: Promised = [
  [
    'what is set stands there, and nothing of others’ is touched',
    async ({ marker, node, annotations, annotate }) => {
      await annotate({ 'example.com/owner': 'somebody', 'metrics.example': 'not ours' });
      expect(await marker.mark({ node, set: cpu }, signal)).toEqual({ kind: 'written' });
      const foreign = { 'example.com/owner': 'somebody', 'metrics.example': 'not ours' };
      expect(await annotations()).toMatchObject({ ...foreign, ...cpu });
    },
  ],
  [
    'what is not set any more goes; with nothing set, all that was ours',
    async ({ marker, node, annotations }) => {
      await marker.mark({ node, set: { ...cpu, 'metrics.memory': '0.5' } }, signal);
      await marker.mark({ node, set: cpu }, signal);
      expect(await annotations()).toMatchObject(cpu);
      expect(await annotations()).not.toHaveProperty(['metrics.memory']);
      await marker.mark({ node, set: {} }, signal);
      expect(Object.keys(await annotations()).filter((key) => key.startsWith('metrics.'))).toEqual([]);
    },
  ],
  [
    'what somebody else wrote over is ours again with the next write',
    async ({ marker, node, annotations, annotate }) => {
      await marker.mark({ node, set: cpu }, signal);
      await annotate({ 'metrics.cpu': '0.001' });
      await marker.mark({ node, set: cpu }, signal);
      expect(await annotations()).toMatchObject(cpu);
    },
  ],
  [
    'twice is the same as once',
    async ({ marker, node, annotations }) => {
      await marker.mark({ node, set: cpu }, signal);
      const once = await annotations();
      expect(await marker.mark({ node, set: cpu }, signal)).toEqual({ kind: 'written' });
      expect(await annotations()).toEqual(once);
    },
  ],
  [
    'another node of the same name is left alone',
    async ({ marker, node, annotations, replace }) => {
      await replace();
      expect(await marker.mark({ node, set: cpu }, signal)).toEqual({ kind: 'gone' });
      expect(await annotations()).not.toHaveProperty(['metrics.cpu']);
    },
  ],
  [
    'a node that is gone is not made',
    async ({ marker, node, remove }) => {
      await remove();
      expect(await marker.mark({ node, set: cpu }, signal)).toEqual({ kind: 'gone' });
    },
  ],
  [
    'nothing is written once it is aborted',
    async ({ marker, node, annotations }) => {
      await expect(marker.mark({ node, set: cpu }, AbortSignal.abort(new Error('stop')))).rejects.toThrow();
      expect(await annotations()).not.toHaveProperty(['metrics.cpu']);
    },
  ],
];

/** The promises as tests of a marker that needs no server. */
export function markerContract(name: string, make: () => MarkerUnderTest): void {
  for (const [promise, hold] of markerPromises) test(`${name}: ${promise}`, () => hold(make()));
}
