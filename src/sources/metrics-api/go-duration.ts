const UNITS_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  µs: 1e-3,
  μs: 1e-3,
  us: 1e-3,
  ns: 1e-6,
};

const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/gy;

/** Milliseconds of a duration as Go writes it (`1m0s`, `15.062s`), to the millisecond; nothing when it is none. */
export function parseGoDuration(text: string): number | undefined {
  if (text === '') return undefined;
  let ms = 0;
  let read = 0;
  for (const [part, amount, unit] of text.matchAll(PART)) {
    ms += Number(amount) * UNITS_MS[unit!]!;
    read += part.length;
  }
  return read === text.length ? Math.round(ms) : undefined;
}
