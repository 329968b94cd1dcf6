import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { type GatheredSignal, gatherSignal } from '#load/gathering/gather-signal.ts';
import type { LiveNode } from '#load/live-node.ts';
import { LoadStore, type Pass } from '#load/load-store.ts';
import { nodeIndexOf } from '#load/gathering/node-index.ts';
import { loadDefaults, type LoadOptions } from '#load/options.ts';
import type { SignalSpec } from '#load/signals/signal.ts';

/** The casebook's now: 2026-11-30T10:00:00Z. */
export const NOW: number = Date.UTC(2026, 10, 30, 10);

export const signals: readonly SignalSpec[] = builtInSignals(loadDefaults, annotationsDefaults);

/** A built-in signal, with what a test wants otherwise. */
export function aSignal(name: string, otherwise: Partial<SignalSpec> = {}): SignalSpec {
  return { ...signals.find((signal) => signal.name === name)!, ...otherwise };
}

const GI = 2 ** 30;

/** A ready node of 8 cores and 16Gi. */
export function aNode(name: string, otherwise: Partial<LiveNode> = {}): LiveNode {
  return {
    name,
    uid: `uid-of-${name}`,
    addresses: [],
    ready: true,
    capacity: { cpuCores: 8, memoryBytes: 16 * GI },
    allocatable: { cpuCores: 7.5, memoryBytes: 15 * GI },
    ...otherwise,
  };
}

/** A value a node, by name; a node left out is absent. */
export type Values = Readonly<Record<string, string | number>>;

/** What a source that labels by `node` answers, all of it taken at one instant. */
export function gathered(signal: SignalSpec, nodes: readonly LiveNode[], values: Values, at: number): GatheredSignal {
  const series = Object.entries(values).map(([node, value]) => ({ labels: { node }, value, takenAt: at }));
  const judging = { ...loadDefaults, now: at };
  return gatherSignal({ signal, source: 'prometheus', series }, nodeIndexOf(nodes), judging);
}

/** A pass of built-in signals: `aPass(at, [n1], { cpu: { n1: 0.9 } })`. */
export function aPass(at: number, nodes: readonly LiveNode[], values: Readonly<Record<string, Values>>): Pass {
  const ofSignals = Object.entries(values).map(([name, ofNodes]) =>
    gathered(aSignal(name, { unit: 'ratio', join: 'node' }), nodes, ofNodes, at),
  );
  return { at, nodes, signals: ofSignals };
}

export function aStore(otherwise: Partial<LoadOptions> = {}): LoadStore {
  return new LoadStore(signals, { ...loadDefaults, ...otherwise });
}
