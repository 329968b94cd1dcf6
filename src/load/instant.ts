const [ZERO, DASH, DOT, COLON, UPPER_T, UPPER_Z] = [0x30, 0x2d, 0x2e, 0x3a, 0x54, 0x5a];
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
  return wholeUtc(text) ?? parseAny(text);
}

/** An instant in the form that nearly all have, in which Kubernetes writes them and we do: `2026-11-30T09:59:30Z`, with or without three decimals. */
function wholeUtc(text: string): number | undefined {
  const hasDecimals = text.length === 24 && text.charCodeAt(19) === DOT;
  if (!hasDecimals && text.length !== 20) return undefined;
  if (text.charCodeAt(text.length - 1) !== UPPER_Z || text.charCodeAt(10) !== UPPER_T) return undefined;
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  const milliseconds = hasDecimals ? digits(text, 20, 23) : 0;
  // not a number where any is not a digit; days that only some months have are left to who looks closer
  const isPlain = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  if (!isPlain || !(hour <= 23 && minute <= 59 && second <= 59 && milliseconds <= 999)) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
}

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = 10 * number + digit;
  }
  return number;
}

function parseAny(text: string): number | undefined {
  const parts = RFC_3339.exec(text);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6])];
  // Date.UTC makes a day of March of the 30th of February, one of tomorrow of an hour 25, and 1999 of a year 99
  const isDay = year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  if (!isDay || hour > 23 || minute > 59 || second > 59) return undefined;
  const offsetMinutes = Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0);
  if (Number(parts[9] ?? 0) > 23 || Number(parts[10] ?? 0) > 59) return undefined;
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return wall + milliseconds - (parts[8] === '-' ? -1 : 1) * offsetMinutes * 60_000;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : DAYS[month - 1]!;
}
