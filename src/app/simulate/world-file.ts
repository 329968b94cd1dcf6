import type { Quantities, StringMap } from '#api/kubernetes/metadata.ts';
import type { TraceName } from '#simulation/recorded-courses.ts';
import type { NodeDeed, SchedulerName } from '#simulation/world/world-spec.ts';

/** A workload as a world file says it; times in milliseconds, memory in bytes, CPU in cores. */
export interface WrittenWorkload {
  readonly name: string;
  readonly namespace: string;
  readonly kind: 'Deployment' | 'ReplicaSet' | 'StatefulSet' | 'DaemonSet' | 'Job';
  readonly replicas: number;
  readonly requests: Quantities;
  readonly limits: Quantities;
  readonly load?:
    | {
        readonly shape: 'steady' | 'diurnal' | 'bursty';
        /** In the place of a shape. */
        readonly trace?: TraceName | undefined;
        readonly cores: number;
        readonly swing: number;
        readonly noise: number;
        readonly peakAt: number;
      }
    | undefined;
  readonly memory?: { readonly holds: number; readonly leaksPerHour: number } | undefined;
  readonly startUp?: { readonly cores: number; readonly for: number } | undefined;
  readonly runsFor?: number | undefined;
  /** Instead of running from the beginning: Jobs that come as recorded ones did. */
  readonly arrivals?: { readonly trace: 'surf-week'; readonly share: number } | undefined;
  readonly budget?:
    | { readonly minAvailable: number | string }
    | { readonly maxUnavailable: number | string }
    | undefined;
  readonly autoscale?: { readonly min: number; readonly max: number; readonly targetCPU: number } | undefined;
}

/** Something that happens, so long after the beginning. */
export type WrittenEvent = { readonly at: number } & (
  | {
      readonly do: NodeDeed;
      readonly node: string;
    }
  | { readonly do: 'roll-out' | 'delete' | 'delete-pod'; readonly workload: string }
  | { readonly do: 'scale'; readonly workload: string; readonly replicas: number }
  | { readonly do: 'blind' | 'see' | 'hold-up-watch' | 'let-go-watch' }
  | { readonly do: 'lose-leader' | 'lead-again' | 'restart' | 'pause' | 'resume' }
);

/** A world file, read and with its defaults. */
export interface WorldFile {
  readonly seed: number;
  readonly lasts: number;
  readonly nodes: readonly {
    readonly name: string;
    readonly count: number;
    readonly cpu: number;
    readonly memory: number;
    readonly labels: StringMap;
  }[];
  readonly workloads: readonly WrittenWorkload[];
  readonly scheduler: SchedulerName;
  readonly times: {
    readonly pull?: number | undefined;
    readonly start?: number | undefined;
    readonly ready?: number | undefined;
    readonly termination?: number | undefined;
    readonly jitter?: number | undefined;
  };
  readonly metrics: {
    readonly scrapeInterval?: number | undefined;
    readonly window?: number | undefined;
    readonly lag?: number | undefined;
    readonly loss?: number | undefined;
    readonly skew?: number | undefined;
  };
  readonly faults: {
    readonly throttled?: number | undefined;
    readonly failing?: number | undefined;
    readonly timingOut?: number | undefined;
    readonly latency?: number | undefined;
  };
  readonly watchLag: number;
  readonly events: readonly WrittenEvent[];
}
