/** How many wanted to run, on average over the last one, five and fifteen minutes. */
export interface LoadAverages {
  readonly one: number;
  readonly five: number;
  readonly fifteen: number;
}

/** The averages after so many seconds in which so many wanted to run: they follow as the kernel's do. */
export function relax(averages: LoadAverages, wanting: number, seconds: number): LoadAverages {
  const towards = (average: number, minutes: number): number =>
    wanting + (average - wanting) * Math.exp(-seconds / (60 * minutes));
  return { one: towards(averages.one, 1), five: towards(averages.five, 5), fifteen: towards(averages.fifteen, 15) };
}
