/** What is written on nodes, and how often at most. */
export interface AnnotationsOptions {
  /** What every key of ours begins with. */
  readonly prefix: string;
  /** A ratio is written again once it has moved by more than this. */
  readonly step: number;
  /** A latency is written again once it has moved by more than this share of itself. */
  readonly latencyStep: number;
  /** What has not moved is still written again after this time. */
  readonly heartbeatMs: number;
  /** For the whole cluster. */
  readonly writesPerSecond: number;
}

export const annotationsDefaults: AnnotationsOptions = {
  prefix: 'metrics.',
  step: 0.02,
  latencyStep: 0.1,
  heartbeatMs: 60_000,
  writesPerSecond: 20,
};
