import { randomUUID } from 'node:crypto';
import type { Registry } from 'prom-client';
import { eventSink } from '#actuators/journal/event-sink.ts';
import { journal } from '#actuators/journal/journal.ts';
import { logSink } from '#actuators/journal/log-sink.ts';
import { metricsSink } from '#actuators/journal/metrics-sink.ts';
import { countSinkFailures } from '#actuators/journal/sink-failures.ts';
import type { Config } from '#app/config/schema.ts';
import type { Output } from '#app/terminal.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { EventWriter } from '#kube/events/event-writer.ts';
import { kubeEventStore } from '#kube/events/kube-event-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal } from '#ports/journal.ts';

export interface TellerParts {
  readonly clock: Clock;
  readonly metrics: Registry;
  readonly client: KubeClient;
  readonly stdout: Output;
  readonly role: string;
  readonly instance: string;
  /** Whether this replica's Events are wanted: those of replicas that stand by would say everything twice. */
  readonly acts: () => boolean;
}

/** The journal of this boot, and what must be written before we go. */
export interface Teller {
  readonly journal: Journal;
  flush(withinMs: number): Promise<void>;
}

export function teller(parts: TellerParts, { level }: Config['log']): Teller {
  const { clock, metrics, client, stdout, role, instance, acts } = parts;
  const events = new EventWriter(kubeEventStore(client));
  const sinks = [
    logSink({ write: (line) => stdout.write(line) }, { level }),
    metricsSink(metrics),
    eventSink((draft) => (acts() ? events.publish(draft) : undefined), { role, instance }),
  ];
  return {
    journal: journal({ clock, sinks, sinkFailed: countSinkFailures(metrics, sinks) }, randomUUID()),
    flush: (withinMs) => events.flush(withinMs),
  };
}
