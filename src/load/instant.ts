const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** An instant as RFC 3339 in UTC, whole seconds, rounded down: never newer than it was. The same in any time zone. */
export function instantText(at: number): string {
  return `${new Date(Math.floor(at / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

/**
 * Milliseconds since the Unix epoch of an RFC 3339 text, to the millisecond; nothing when it is none. A text without a
 * zone names no instant. Not `Date.parse`, which reads such a text in the zone of whoever runs it.
 */
export function parseInstant(text: string): number | undefined {
  const parts = RFC_3339.exec(text);
  if (parts === null) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  const wall = Date.UTC(year!, month! - 1, day, hour, minute, second);
  const read = new Date(wall);
  // a 30th of February would have become a day of March, an hour 25 one of tomorrow; a year 99 would be read as 1999
  const isReal = read.getUTCFullYear() === year && read.getUTCMonth() === month! - 1 && read.getUTCDate() === day;
  if (!isReal || hour! > 23 || minute! > 59 || second! > 59) return undefined;
  const offsetMinutes = Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0);
  if (Number(parts[9] ?? 0) > 23 || Number(parts[10] ?? 0) > 59) return undefined;
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  return wall + milliseconds - (parts[8] === '-' ? -1 : 1) * offsetMinutes * 60_000;
}
