/** When a node is too hot, when it is cool again, and how long what was measured counts. */
export interface LoadOptions {
  readonly thresholds: {
    /** Ratio. */
    readonly cpu: number;
    /** Ratio. */
    readonly memory: number;
    /** One-minute load average over logical CPUs. */
    readonly load: number;
    readonly latencyMs: number;
  };
  /** `samples` of the last `of` must agree before a verdict changes. */
  readonly hot: { readonly samples: number; readonly of: number };
  /** How far below its line a signal must fall to be cool again, as a share of the line. */
  readonly coolMargin: number;
  /** A reading older than this is unknown. */
  readonly freshForMs: number;
  /** A verdict without a newer sample is held this long, then it is unknown. */
  readonly forgetAfterMs: number;
  /** How far a sample's own clock may be ahead of ours. */
  readonly skewMs: number;
}

/** The samples a heat can look back on: one bit each in a 32-bit word. */
export const mostSamples = 32;

export const loadDefaults: LoadOptions = {
  thresholds: { cpu: 0.8, memory: 0.8, load: 1.5, latencyMs: 500 },
  hot: { samples: 3, of: 5 },
  coolMargin: 0.1,
  freshForMs: 300_000,
  forgetAfterMs: 900_000,
  skewMs: 30_000,
};
