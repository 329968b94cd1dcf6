import type { Fault } from '#base/fault.ts';
import type { LoadSource, PastAsk, SignalReading } from '#ports/load-source.ts';
import { inventedSource } from './invented-source.ts';

export interface RememberingSource extends LoadSource {
  /** Whose past cannot be had, and why. */
  readonly lost: Map<string, Fault>;
  readonly asked: PastAsk[];
}

/** Remembers that each of these pods of namespace shop used a core and a byte, at every step. */
export function rememberingSource(names: readonly string[]): RememberingSource {
  const source = inventedSource({ remembers: true });
  const lost = new Map<string, Fault>();
  const asked: PastAsk[] = [];
  return {
    ...source,
    lost,
    asked,
    async past(ask) {
      asked.push(ask);
      const { signals, fromMs, toMs, stepMs } = ask;
      return Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, step) => {
        const atMs = fromMs + step * stepMs;
        return { atMs, signals: signals.map((signal) => readingOf(signal, atMs)) };
      });
    },
  };

  function readingOf(signal: string, atMs: number): SignalReading {
    const about = { source: source.name, tookMs: 1, signal } as const;
    const fault = lost.get(signal);
    if (fault !== undefined) return { kind: 'failed', ...about, fault };
    const series = names.map((pod) => ({ labels: { namespace: 'shop', pod }, value: 1, takenAt: atMs }));
    return { kind: 'read', ...about, unit: signal === 'pod-cpu' ? 'cores' : 'bytes', series };
  }
}
