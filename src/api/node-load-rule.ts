import type { CalendarWindow } from '#base/calendar.ts';
import type { ObjectMeta } from './kubernetes/metadata.ts';
import type { LabelSelector } from './kubernetes/selectors.ts';

/** Which nodes the pods of a namespace may use, by load. All rules that match a pod hold together. */
export interface NodeLoadRuleSpec {
  /** Percent of real use, 1..100. */
  readonly maxCPU?: number | undefined;
  readonly maxMemory?: number | undefined;
  /** Load average a core, a decimal: "1.2". */
  readonly maxLoad?: string | undefined;
  /** A duration: 300ms. */
  readonly maxLatency?: string | undefined;
  /** Names; any node where absent or empty. */
  readonly allowedNodes?: readonly string[] | undefined;
  /** Beside `allowedNodes`, not instead of it. */
  readonly nodeSelector?: LabelSelector | undefined;
  /** All pods of the namespace where absent. */
  readonly podSelector?: LabelSelector | undefined;
  /** Preferred: a wish, which keeps no pod off a node. */
  readonly enforcement?: 'Required' | 'Preferred' | undefined;
  /** What the webhook writes on matching pods. */
  readonly schedulerName?: string | undefined;
  /** Whether its pods may be moved to lower load. */
  readonly rebalance?: 'Enabled' | 'Disabled' | undefined;
  /** When they may be; at any time where absent or empty. */
  readonly windows?: readonly CalendarWindow[] | undefined;
}

export interface NodeLoadRule {
  readonly metadata: Pick<ObjectMeta, 'name' | 'namespace'>;
  readonly spec: NodeLoadRuleSpec;
}
