import type { ForecastColumns } from '#load/forecast/forecast-columns.ts';
import type { ForecastOptions } from '#load/forecast/forecast-options.ts';

/** What has been learnt of pods and their owners, as those read it who foresee. */
export interface Learnt {
  readonly options: ForecastOptions;
  readonly columns: ForecastColumns;
  /** Rows in use are below these. */
  readonly ownerCount: number;
  readonly podCount: number;
  /** When the first sample was taken; NaN before. */
  readonly since: number;
}
