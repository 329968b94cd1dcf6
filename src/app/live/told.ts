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
  readonly instance: string;
}

/** What this process tells, and what of it must be written before we go. */
export interface Teller {
  /** Of the process itself. */
  readonly journal: Journal;
  /**
   * Of one of its roles. `acts`: whether this replica's Events are wanted, for those of replicas that stand by would say
   * everything twice.
   */
  journalOf(role: string, acts: () => boolean): Journal;
  flush(withinMs: number): Promise<void>;
}

export function teller(parts: TellerParts, { level }: Config['log']): Teller {
  const { clock, metrics, client, stdout, instance } = parts;
  const boot = randomUUID();
  const events = new EventWriter(kubeEventStore(client));
  const sinks = [logSink({ write: (line) => stdout.write(line) }, { level }), metricsSink(metrics)];
  const sinkFailed = countSinkFailures(metrics, [...sinks.map(({ name }) => name), 'events']);
  return {
    journal: journal({ clock, sinks, sinkFailed }, boot),
    journalOf(role, acts) {
      const ofEvents = eventSink((draft) => (acts() ? events.publish(draft) : undefined), { role, instance });
      return journal({ clock, sinks: [...sinks, ofEvents], sinkFailed }, `${boot}-${role}`);
    },
    flush: (withinMs) => events.flush(withinMs),
  };
}
