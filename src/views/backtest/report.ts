/** What a policy would have come to on recorded history. */
export interface BacktestRun {
  readonly policy: string;
  /** Node-minutes above four fifths of a node's cores, and above all of them. */
  readonly over80: number;
  readonly over100: number;
  readonly evictions: number;
  /** Evictions within an hour of the pod's last, or to a node it left within a day. */
  readonly pingPongs: number;
  /** Evictions of the pod that was evicted most. */
  readonly mostMoves: number;
  /** Minutes above four fifths avoided per eviction; null where nothing was evicted. */
  readonly minutesPerEviction: number | null;
  /** By step: nodes above four fifths, and evictions so far. */
  readonly overloadedNodes: readonly number[];
  readonly evictionsSoFar: readonly number[];
}

/** An hour of a node, in shares of its cores. */
export interface ForecastHour {
  readonly expected: number;
  /** Between them the hour was expected to lie, four times in five. */
  readonly low: number;
  readonly high: number;
  readonly came: number;
}

export interface ForecastNode {
  readonly node: string;
  /** Minutes above four fifths of the node's cores. */
  readonly expectedMinutes: number;
  readonly cameMinutes: number;
  readonly hours: readonly ForecastHour[];
}

/** A forecast made from the first part of a recording, beside what came in the last. */
export type ForecastJudgement =
  | {
      readonly kind: 'judged';
      /** When it was made, RFC 3339, and for how many hours. */
      readonly at: string;
      readonly hours: number;
      readonly learntHours: number;
      /** Mean of expected minus came, and of their distance, as shares of a node. */
      readonly meanBias: number;
      readonly meanDistance: number;
      /** Share of the hours that came inside the band of four in five. */
      readonly insideBand: number;
      readonly expectedMinutes: number;
      readonly cameMinutes: number;
      /** Most overloaded first. */
      readonly nodes: readonly ForecastNode[];
    }
  | { readonly kind: 'not-judged'; readonly because: string };

/** Policies side by side on what was recorded, and the forecast beside what came. */
export interface BacktestReport {
  readonly recording: string;
  /** RFC 3339: what is counted. */
  readonly from: string;
  readonly until: string;
  readonly stepMinutes: number;
  readonly nodes: number;
  readonly pods: number;
  readonly pinnedPods: number;
  readonly runs: readonly BacktestRun[];
  readonly forecast: ForecastJudgement;
  readonly remarks: readonly string[];
}
