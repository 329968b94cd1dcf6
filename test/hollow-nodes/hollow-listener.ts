import type { KubeObject } from '../support/kube-api.ts';
import type { HollowNodeSpec } from './node-spec.ts';

/** A run of a pod's containers, from their start to their end: a restart is a new run. */
export interface PodRun {
  readonly pod: KubeObject;
  readonly node: string;
  readonly restarts: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
}

/** Told which stand-in nodes there are and what runs on them: whoever pretends to measure them must know. */
export interface HollowListener {
  nodeJoined(spec: HollowNodeSpec, address: string): void;
  nodeLeft(name: string): void;
  podStarted(run: PodRun): void;
  podEnded(run: PodRun): void;
}

/** Where a stand-in node says that its kubelet answers. */
export interface KubeletEndpoint {
  /** Told as the node's ExternalIP, since its InternalIP leads nowhere. */
  readonly address: string;
  readonly port: number;
  /** Told in the annotation `metrics.k8s.io/resource-metrics-path`, which metrics-server heeds. */
  readonly resourceMetricsPath: string;
}
