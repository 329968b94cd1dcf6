const UNITS_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
const UNITS = ['d', 'h', 'm', 's', 'ms'] as const;

const PARTS: RegExp = new RegExp(`^${UNITS.map((unit) => `(?:(\\d{1,15}(?:\\.\\d{1,9})?)${unit})?`).join('')}$`);

/** Milliseconds of a duration as people write it (`30s`, `1h30m`, `1.5h`: largest unit first), or nothing when it is none. */
export function parseDuration(text: string): number | undefined {
  const parts = PARTS.exec(text)?.slice(1);
  if (parts === undefined || parts.every((part) => part === undefined)) return undefined;
  const ms = parts.reduce((sum, part, index) => sum + Number(part ?? 0) * UNITS_MS[UNITS[index]!], 0);
  return Number.isSafeInteger(Math.round(ms)) ? Math.round(ms) : undefined;
}
