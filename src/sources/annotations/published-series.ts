import { Decoder } from '#kube/decode/decoder.ts';
import { fields, rawText, text } from '#kube/decode/shapes.ts';
import { LAST_UPDATED } from '#load/annotations/annotation-text.ts';
import { readAnnotations } from '#load/annotations/read-annotations.ts';
import type { RawSeries } from '#load/sample.ts';
import type { SignalSpec } from '#load/signals/signal.ts';

/** A node as far as its annotations tell load. */
export interface AnnotatedNode {
  readonly metadata?: {
    readonly name?: string;
    readonly annotations?: Readonly<Record<string, string | undefined>>;
  };
}

/** Reads of a node's annotations our own keys: others can be long. */
export function annotatedNodeDecoder(signals: readonly SignalSpec[], prefix: string): Decoder<AnnotatedNode> {
  const keys = [...signals.map(({ name }) => name), LAST_UPDATED].map((name) => prefix + name);
  const annotations = fields(Object.fromEntries(keys.map((key) => [key, rawText])));
  return new Decoder(fields({ metadata: fields({ name: text, annotations }) }));
}

export interface Publishing {
  readonly signals: readonly SignalSpec[];
  readonly prefix: string;
}

/** Adds what a node carries to the series of each signal wanted, as old as the oldest sample behind any of them. */
export function takeAnnotated(
  into: ReadonlyMap<string, RawSeries[]>,
  { metadata: { name, annotations = {} } = {} }: AnnotatedNode,
  { signals, prefix }: Publishing,
): void {
  if (name === undefined) return;
  const { texts, takenAt } = readAnnotations(annotations, signals, prefix);
  const about = { labels: { node: name }, takenAt: takenAt.kind === 'known' ? takenAt.at : Number.NaN };
  for (const signal of signals) {
    const value = texts[prefix + signal.name];
    if (value !== undefined) into.get(signal.name)?.push({ ...about, value });
  }
}
