import { type CalendarWindow, complaintAboutWindow, type Weekday, weekdays } from './calendar.ts';

const WRITTEN = /^(?:(?<days>\S+) )?(?<from>\d{1,2}:\d{2})-(?<to>\d{1,2}:\d{2})(?: (?<zone>\S+))?$/;

/** Reads `Mon-Fri 22:00-06:00 Europe/Berlin`; without days every day is meant, without a zone UTC. Undefined: it is none. */
export function parseWindow(text: string): CalendarWindow | undefined {
  const { days: named, from = '', to = '', zone = 'UTC' } = WRITTEN.exec(text.trim())?.groups ?? {};
  const days = named === undefined ? [] : daysIn(named);
  if (days === undefined) return undefined;
  const window = { days, from: from.padStart(5, '0'), to: to.padStart(5, '0'), timeZone: zone };
  return complaintAboutWindow(window) === undefined ? window : undefined;
}

/** `Mon-Fri`, `Sat,Sun`, `Fri-Mon`. */
function daysIn(text: string): readonly Weekday[] | undefined {
  const days = new Set<Weekday>();
  for (const span of text.split(',')) {
    const [from = '', to = from, ...more] = span.split('-');
    const [first, last] = [dayOf(from), dayOf(to)];
    if (first < 0 || last < 0 || more.length > 0) return undefined;
    const length = ((last - first + 7) % 7) + 1;
    for (let at = 0; at < length; at++) days.add(weekdays[(first + at) % 7]!);
  }
  return [...days];
}

const dayOf = (name: string): number => weekdays.findIndex((day) => day.toLowerCase() === name.toLowerCase());
