import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { causes } from '#load/annotations/annotation-change.ts';
import type { CollectObserver } from '#ports/collect-observer.ts';

/** Counts the collector's work. */
export function collectMetrics(registry: Registry): CollectObserver {
  const registers = [registry];
  const passes = new Histogram({
    name: 'plimsoll_pass_duration_seconds',
    help: 'How long passes over the whole cluster took, by how they went: whole, degraded or blind.',
    labelNames: ['outcome'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const sourceErrors = new Counter({
    name: 'plimsoll_source_errors_total',
    help: 'Faults of the source that load is read from, by code.',
    labelNames: ['source', 'code'] as const,
    registers,
  });
  const refused = new Counter({
    name: 'plimsoll_samples_refused_total',
    help: 'Samples that were not believed, by signal and reason.',
    labelNames: ['signal', 'reason'] as const,
    registers,
  });
  const writes = new Counter({
    name: 'plimsoll_annotation_writes_total',
    help: 'Writes of node annotations by cause, and by outcome: written, gone, refused, or the code of a fault.',
    labelNames: ['cause', 'outcome'] as const,
    registers,
  });
  const deferred = new Gauge({
    name: 'plimsoll_annotation_writes_deferred',
    help: 'Nodes that are due to be written and have to wait for the write budget.',
    registers,
  });
  const heartbeat = new Gauge({
    name: 'plimsoll_annotation_heartbeat_seconds',
    help: 'How often every node is written at least; more than configured where the write budget demands it.',
    registers,
  });
  // a series that starts at 0 lets the first write show up as a rate
  for (const cause of causes) writes.inc({ cause, outcome: 'written' }, 0);
  return {
    passed: (outcome, tookMs) => passes.observe({ outcome }, tookMs / 1000),
    sourceFailed: (source, code) => sourceErrors.inc({ source, code }),
    refused: (signal, reason, samples) => refused.inc({ signal, reason }, samples),
    marked: (cause, outcome) => writes.inc({ cause, outcome }),
    planned(waiting, heartbeatMs) {
      deferred.set(waiting);
      heartbeat.set(heartbeatMs / 1000);
    },
  };
}
