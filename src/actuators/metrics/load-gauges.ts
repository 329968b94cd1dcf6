import { Gauge, type Registry } from 'prom-client';
import type { LoadView } from '#load/load-view.ts';

type Look = () => LoadView;

/**
 * What is known of load, as gauges. They are filled when somebody scrapes, from the view of that moment: nothing is kept
 * up to date in between, a node that is gone has no series, and what is unknown has none either.
 */
export function loadGauges(registry: Registry, look: Look): void {
  registry.registerMetric(nodeLoad(look));
  registry.registerMetric(nodeOverloaded(look));
  registry.registerMetric(threshold(look));
  registry.registerMetric(unknownNodes(look));
  registry.registerMetric(coverage(look));
}

const nodeLoad = (look: Look): Gauge<'node' | 'signal'> =>
  new Gauge({
    name: 'plimsoll_node_load',
    help: 'Load of a node by signal, in the measure of the signal: ratios are 0..1, latency is in milliseconds.',
    labelNames: ['node', 'signal'],
    registers: [],
    collect() {
      this.reset();
      const view = look();
      for (const row of view.rows) {
        const node = view.node(row).name;
        for (const [index, { name: signal }] of view.signals.entries()) {
          const value = view.value(row, index);
          if (!Number.isNaN(value)) this.set({ node, signal }, value);
        }
      }
    },
  });

const nodeOverloaded = (look: Look): Gauge<'node'> =>
  new Gauge({
    name: 'plimsoll_node_overloaded',
    help: '1 where the debounced verdict on a node is hot, 0 where it is cool; no series where it is unknown.',
    labelNames: ['node'],
    registers: [],
    collect() {
      this.reset();
      const view = look();
      for (const row of view.rows) {
        const verdict = view.verdict(row);
        if (verdict !== 'unknown') this.set({ node: view.node(row).name }, Number(verdict === 'hot'));
      }
    },
  });

const threshold = (look: Look): Gauge<'signal'> =>
  new Gauge({
    name: 'plimsoll_signal_threshold',
    help: 'The line of a signal: a sample above it counts as hot.',
    labelNames: ['signal'],
    registers: [],
    collect() {
      this.reset();
      for (const { name, threshold: line } of look().signals) this.set({ signal: name }, line);
    },
  });

const unknownNodes = (look: Look): Gauge<'signal' | 'reason'> =>
  new Gauge({
    name: 'plimsoll_signal_unknown_nodes',
    help: 'Nodes for which a signal is unknown, by reason.',
    labelNames: ['signal', 'reason'],
    registers: [],
    collect() {
      this.reset();
      const view = look();
      for (const [index, { name: signal }] of view.signals.entries()) {
        for (const [reason, nodes] of Object.entries(view.unknowns(index))) this.set({ signal, reason }, nodes);
      }
    },
  });

const coverage = (look: Look): Gauge =>
  new Gauge({
    name: 'plimsoll_coverage_ratio',
    help: 'Share of the ready nodes whose essential signals are all known and fresh.',
    registers: [],
    collect() {
      this.set(look().coverage().share);
    },
  });
