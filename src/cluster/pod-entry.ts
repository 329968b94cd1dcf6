import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import type { PodLabels } from './pod-labels.ts';
import type { PodShape } from './pod-shape.ts';
import type { PodUsage } from './pod-usage.ts';

/** No node, or none that is known. */
export const NOWHERE = -1;

/** What the store keeps of a pod. What many pods share stands in its shape and its labels. */
export interface PodEntry {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly shape: PodShape;
  readonly labels: PodLabels;
  /** What it takes of its node, by its spec and by what the kubelet says. */
  readonly usage: PodUsage;
  readonly priority: number;
  readonly terminating: boolean;
  /** Whether something still keeps it out of the queue. */
  readonly gated: boolean;
  /** Whether the kubelet runs it from a file of its own. */
  readonly static: boolean;
  /** Empty where it has none. */
  readonly nodeName: string;
  /** Where it wants to go once there is room; empty where it has none. */
  readonly nominatedNodeName: string;
  readonly controller: OwnerReference | undefined;
  readonly createdAt: string | undefined;
}

/** A pod as it lies in the columns. */
export interface PlacedPod extends PodEntry {
  /** NOWHERE where its node is not known. */
  row: number;
  slotOnNode: number;
  slotInLabels: number;
  /** Set while a placement waits for the world to confirm it: the instant it is given up. */
  readonly assumedUntilMs: number | undefined;
}
