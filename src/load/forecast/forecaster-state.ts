import { ForecastColumns } from '#load/forecast/forecast-columns.ts';

/** All that a forecaster has learnt, and in which rows. */
export interface ForecasterState {
  readonly columns: ForecastColumns;
  readonly ownerRows: Map<string, number>;
  readonly podRows: Map<string, number>;
  /** Rows that were in use; the last is the next to be used again. */
  readonly freeOwners: number[];
  readonly freePods: number[];
  /** Rows in use are below these. */
  readonly ownerCount: number;
  readonly podCount: number;
  /** When any use was first known; NaN before. */
  readonly since: number;
  readonly lastStep: number;
  readonly lastHour: number;
}

export function nothingLearnt(): ForecasterState {
  return {
    columns: new ForecastColumns(),
    ownerRows: new Map(),
    podRows: new Map(),
    freeOwners: [],
    freePods: [],
    ownerCount: 0,
    podCount: 0,
    since: Number.NaN,
    lastStep: Number.NEGATIVE_INFINITY,
    lastHour: Number.NEGATIVE_INFINITY,
  };
}

/** The same, to be written on by somebody else: in columns of which nobody reads any more, where there are such. */
export function copyOf(state: ForecasterState, columns: ForecastColumns = new ForecastColumns()): ForecasterState {
  columns.copyFrom(state.columns);
  return {
    ...state,
    columns,
    ownerRows: new Map(state.ownerRows),
    podRows: new Map(state.podRows),
    freeOwners: [...state.freeOwners],
    freePods: [...state.freePods],
  };
}
