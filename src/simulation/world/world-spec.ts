import type { Quantities, StringMap } from '#api/kubernetes/metadata.ts';
import type { ApiFaults } from './edges/api-faults.ts';
import type { Courses } from './nodes/courses.ts';
import type { DeploymentStrategy } from './objects/objects.ts';
import type { RecordedScript } from './recorded-script.ts';
import type { MetricsPipeline } from './nodes/scrapes.ts';
import type { WorkloadLife } from './nodes/workload-book.ts';
import type { WorldTimes } from './world-times.ts';

export interface NodeSpec {
  readonly name: string;
  readonly cpuCores: number;
  readonly memoryBytes: number;
  readonly labels: StringMap;
}

export type WorkloadKind = 'ReplicaSet' | 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Job';

export interface WorkloadSpec {
  readonly kind: WorkloadKind;
  readonly namespace: string;
  readonly life: WorkloadLife;
  readonly replicas: number;
  readonly requests: Quantities;
  readonly limits: Quantities;
  /** The nodes on which a ReplicaSet's or a Deployment's first pods run already, one a replica; else all begin by being placed. */
  readonly startsOn?: readonly string[];
  readonly strategy?: DeploymentStrategy;
  /** A Job that is complete is kept for so long; absent: for ever. */
  readonly keptForMs?: number;
  readonly autoscale?: {
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly targetCpuPercent: number;
  };
  /** As a PodDisruptionBudget says it, over this workload's pods. */
  readonly budget?: { readonly minAvailable: number | string } | { readonly maxUnavailable: number | string };
}

/** What befalls one node. */
export type NodeDeed =
  | 'lose-node'
  | 'bring-node-back'
  | 'remove-node'
  | 'cordon'
  | 'uncordon'
  | 'drain'
  | 'lose-exporter'
  | 'bring-exporter-back';

/** What people and fate do to a world, at an instant counted from its beginning. */
export type WorldDeed = { readonly afterMs: number } & (
  | {
      readonly deed: NodeDeed;
      readonly node: string;
    }
  | { readonly deed: 'add-node'; readonly add: NodeSpec }
  | { readonly deed: 'create'; readonly create: WorkloadSpec }
  | { readonly deed: 'roll-out' | 'delete'; readonly workload: string }
  | { readonly deed: 'scale'; readonly workload: string; readonly replicas: number }
  | { readonly deed: 'delete-pod'; readonly workload: string }
  | { readonly deed: 'blind' | 'see' | 'hold-up-watch' | 'let-go-watch' }
  | { readonly deed: 'lose-leader' | 'lead-again' | 'restart' | 'pause' | 'resume' }
);

/** Who places pods: our engine as kube-scheduler is, or the same with a score by load. */
export const schedulerNames = ['default', 'load-aware'] as const;

export type SchedulerName = (typeof schedulerNames)[number];

/** Everything that a world begins with. The same again gives the same world, to the byte. */
export interface WorldSpec {
  readonly seed: number;
  /** Milliseconds since the Unix epoch. */
  readonly startsAt: number;
  readonly nodes: readonly NodeSpec[];
  readonly workloads: readonly WorkloadSpec[];
  readonly courses: Courses;
  readonly scheduler: SchedulerName;
  readonly times: WorldTimes;
  readonly pipeline: MetricsPipeline;
  readonly faults: ApiFaults;
  /** From a change to our hearing of it. */
  readonly watchLagMs: number;
  readonly deeds: readonly WorldDeed[];
  /** What a recording says happens; its nodes and pods come beside those named above. */
  readonly recorded?: RecordedScript;
}
