import { Decoder } from '#kube/decode/decoder.ts';
import { type FieldShapes, fields, listOf, rawText, type Shape, text } from '#kube/decode/shapes.ts';

/** Amounts as Kubernetes writes them. */
export interface Usage {
  readonly cpu?: string;
  readonly memory?: string;
}

/** When something was measured: over `window`, as Go writes durations, up to `timestamp`. */
export interface Measured {
  readonly timestamp?: string;
  readonly window?: string;
}

/** What is kept of a NodeMetrics, alike in v1 and v1beta1. */
export interface NodeMetrics extends Measured {
  readonly metadata?: { readonly name?: string };
  readonly usage?: Usage;
}

/** Likewise of a PodMetrics. */
export interface PodMetrics extends Measured {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly containers?: readonly { readonly usage?: Usage }[];
}

const usage: Shape<Usage> = fields({ cpu: rawText, memory: rawText } satisfies FieldShapes<Usage>);
const times = { timestamp: rawText, window: rawText };

export function nodeMetricsDecoder(): Decoder<NodeMetrics> {
  return new Decoder(fields({ metadata: fields({ name: text }), ...times, usage } satisfies FieldShapes<NodeMetrics>));
}

export function podMetricsDecoder(): Decoder<PodMetrics> {
  const metadata = fields({ name: rawText, namespace: text });
  const containers = listOf(fields({ usage }));
  return new Decoder(fields({ metadata, ...times, containers } satisfies FieldShapes<PodMetrics>));
}
