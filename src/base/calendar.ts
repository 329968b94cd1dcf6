export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export type Weekday = (typeof weekdays)[number];

/**
 * A span of the day as a clock on a wall in that zone shows it: open from the minute `from` until before the minute `to`.
 * An hour that the wall shows twice is open twice; one that it skips is never open.
 */
export interface CalendarWindow {
  /** The days on which it opens; every day when absent or empty. One past midnight belongs to the day it opened on. */
  readonly days?: readonly Weekday[] | undefined;
  /** `HH:MM`, 00:00 to 23:59. */
  readonly from: string;
  /** `HH:MM`, up to 24:00; at or before `from` means the day after. */
  readonly to: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** When something is allowed. Instants are milliseconds since the Unix epoch. */
export interface Calendar {
  /** What is wrong with windows that cannot be read: such a window never opens. */
  readonly complaints: readonly string[];
  isOpen(now: number): boolean;
  /** The next minute at which a closed calendar is open; nothing within nine days, or if no window can be read. */
  nextOpening(now: number): number | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const DAYS_AHEAD = 9;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Minutes since 1970-01-01T00:00 on the wall, as if the wall's clock were UTC. */
type WallClock = (now: number) => number;

interface ReadWindow {
  /** Weekdays on which it opens: 0 is Monday. */
  readonly days: ReadonlySet<number>;
  /** Minutes of the day; `to` may be the next day's, and is then above a day. */
  readonly from: number;
  readonly to: number;
  readonly wall: WallClock;
}

/** What keeps a window from being read, in words for whoever wrote it; nothing when it can be. */
export function complaintAboutWindow(window: CalendarWindow): string | undefined {
  const read = readWindow(window);
  return typeof read === 'string' ? read : undefined;
}

/** A calendar of windows: open while any of them is, always open without windows. */
export function calendarOf(windows: readonly CalendarWindow[]): Calendar {
  const read = windows.map(readWindow);
  const usable = read.filter((window) => typeof window !== 'string');
  return {
    complaints: read.filter((window) => typeof window === 'string'),
    isOpen: (now) => windows.length === 0 || usable.some((window) => isOpen(window, now)),
    nextOpening: (now) => earliest(usable.flatMap((window) => openings(window, now))),
  };
}

function readWindow({ days = [], from, to, timeZone }: CalendarWindow): ReadWindow | string {
  const opens = minuteOfDay(from);
  const closes = to === '24:00' ? DAY_MINUTES : minuteOfDay(to);
  if (opens === undefined) return `from: ${JSON.stringify(from)} is no time of day such as 22:00`;
  if (closes === undefined) return `to: ${JSON.stringify(to)} is no time of day such as 06:00, at most 24:00`;
  if (opens === closes) return `from and to are both ${from}: a whole day is 00:00 to 24:00`;
  const unknownDay = days.find((day) => !weekdays.includes(day));
  if (unknownDay !== undefined) return `days: ${JSON.stringify(unknownDay)} is none of ${weekdays.join(', ')}`;
  const wall = wallClockIn(timeZone);
  if (wall === undefined) return `timeZone: ${JSON.stringify(timeZone)} is no time zone such as Europe/Berlin`;
  const open = days.length === 0 ? weekdays : days;
  const numbers = open.map((day) => weekdays.indexOf(day));
  return { days: new Set(numbers), from: opens, to: closes > opens ? closes : closes + DAY_MINUTES, wall };
}

function minuteOfDay(time: string): number | undefined {
  const parts = TIME.exec(time);
  return parts === null ? undefined : Number(parts[1]) * 60 + Number(parts[2]);
}

/** Names only: an offset such as +01:00 knows of no summer time, and is likely not what was meant. */
function wallClockIn(timeZone: string): WallClock | undefined {
  if (!/^[A-Za-z]/.test(timeZone)) return undefined;
  const format = formatIn(timeZone);
  if (format === undefined) return undefined;
  return (now) => {
    const shown = new Map(format.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? Number.NaN;
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) / MINUTE_MS;
  };
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isOpen(window: ReadWindow, now: number): boolean {
  const shown = window.wall(now);
  const today = Math.floor(shown / DAY_MINUTES);
  return [today, today - 1].some((day) => {
    const minute = shown - day * DAY_MINUTES;
    return window.days.has(weekdayOf(day)) && minute >= window.from && minute < window.to;
  });
}

/** 1970-01-01, day 0, was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Minutes after now at which the window is open: the first of each of its openings. */
function openings(window: ReadWindow, now: number): number[] {
  const today = Math.floor(window.wall(now) / DAY_MINUTES);
  const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => today + ahead);
  return days
    .filter((day) => window.days.has(weekdayOf(day)))
    .flatMap((day) => instantsShowing(window.wall, day * DAY_MINUTES + window.from))
    .filter((at) => at > now && isOpen(window, at));
}

/**
 * When the wall shows that minute: one instant, or two where the clock is set back over it. Where the clock is set
 * forward over it, the instant at which it is.
 */
function instantsShowing(wall: WallClock, wanted: number): number[] {
  // no zone is further from UTC than 15 hours, and none changes twice within two days
  const offsets = [-DAY_MINUTES, DAY_MINUTES].map((away) => wall((wanted + away) * MINUTE_MS) - (wanted + away));
  const earlier = wanted - Math.max(...offsets);
  const later = wanted - Math.min(...offsets);
  const showing = [...new Set([earlier, later])].filter((minute) => wall(minute * MINUTE_MS) === wanted);
  const minutes = showing.length > 0 ? showing : [firstPast(wall, wanted, earlier, later)];
  return minutes.map((minute) => minute * MINUTE_MS);
}

/** The first minute in (before, by] at which the wall shows more than `wanted`; at `by` it does. */
function firstPast(wall: WallClock, wanted: number, before: number, by: number): number {
  if (by - before <= 1) return by;
  const middle = Math.floor((before + by) / 2);
  const past = wall(middle * MINUTE_MS) > wanted;
  return past ? firstPast(wall, wanted, before, middle) : firstPast(wall, wanted, middle, by);
}

function earliest(instants: readonly number[]): number | undefined {
  return instants.length === 0 ? undefined : Math.min(...instants);
}
