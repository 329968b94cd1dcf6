import { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import type { ForeseenPod, LoadForecast, UseAt } from '#load/forecast/foreseen-pod.ts';

/** Learns from the whole past at once, oldest first: for whoever looks once. */
export function foresee(pods: readonly ForeseenPod[], past: readonly UseAt[], now: number): LoadForecast {
  const keeper = new ForecastKeeper();
  keeper.learn(pods, past);
  return keeper.forecast(now);
}
