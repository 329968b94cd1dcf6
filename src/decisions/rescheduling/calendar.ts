/** When moves are allowed, by the wall clock of a place: from a time of day on a weekday, up to another. */
export interface CalendarWindow {
  /** 0 is Sunday. A window over midnight belongs to the day on which it begins. */
  readonly days: ReadonlySet<number>;
  /** Minutes since midnight; `to` is at most 24 hours, and before `from` where the window ends the next day. */
  readonly fromMinute: number;
  readonly toMinute: number;
  /** An IANA name, such as `Europe/Berlin`. */
  readonly zone: string;
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const WRITTEN = /^(?:(?<days>\S+) )?(?<from>\d{1,2}:\d{2})-(?<to>\d{1,2}:\d{2})(?: (?<zone>\S+))?$/;
const DAY = 24 * 60;

/** Reads `Mon-Fri 22:00-06:00 Europe/Berlin`; without days every day is meant, without a zone UTC. Undefined: it is none. */
export function parseWindow(text: string): CalendarWindow | undefined {
  const { days: named, from = '', to = '', zone = 'UTC' } = WRITTEN.exec(text.trim())?.groups ?? {};
  const days = named === undefined ? new Set([0, 1, 2, 3, 4, 5, 6]) : daysIn(named);
  const [fromMinute, toMinute] = [minuteOf(from), minuteOf(to)];
  if (days === undefined || fromMinute === undefined || toMinute === undefined || fromMinute === toMinute)
    return undefined;
  return fromMinute < DAY && isZone(zone) ? { days, fromMinute, toMinute, zone } : undefined;
}

/** Whether moves are allowed at that instant. No windows: always. */
export function isWithin(windows: readonly CalendarWindow[], now: number): boolean {
  return windows.length === 0 || windows.some((window) => contains(window, now));
}

/** By the clock on the wall: an hour that daylight saving leaves out never comes, one that it repeats counts twice. */
function contains({ days, fromMinute, toMinute, zone }: CalendarWindow, now: number): boolean {
  const { day, minute } = wallClock(zone, now);
  if (fromMinute < toMinute) return days.has(day) && minute >= fromMinute && minute < toMinute;
  const yesterday = (day + 6) % 7;
  return (days.has(day) && minute >= fromMinute) || (days.has(yesterday) && minute < toMinute);
}

function wallClock(zone: string, now: number): { readonly day: number; readonly minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string): string => parts.find((each) => each.type === type)!.value;
  return { day: dayOf(part('weekday'))!, minute: Number(part('hour')) * 60 + Number(part('minute')) };
}

function daysIn(text: string): ReadonlySet<number> | undefined {
  const days = new Set<number>();
  for (const span of text.split(',')) {
    const [from = '', to = from, ...more] = span.split('-');
    const [first, last] = [dayOf(from), dayOf(to)];
    if (first === undefined || last === undefined || more.length > 0) return undefined;
    for (let day = first; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === last) break;
    }
  }
  return days;
}

function dayOf(name: string): number | undefined {
  const day = dayNames.findIndex((each) => each === name.toLowerCase());
  return day < 0 ? undefined : day;
}

function minuteOf(text: string): number | undefined {
  const [hours = Number.NaN, minutes = Number.NaN] = text.split(':').map(Number);
  const minute = hours * 60 + minutes;
  return minutes < 60 && minute <= DAY ? minute : undefined;
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // a RangeError is how Intl says that it knows no such zone
  }
}
