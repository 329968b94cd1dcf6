import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarOf, complaintAboutWindow, type CalendarWindow } from '#base/calendar.ts';

const night: CalendarWindow = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };

const open = (window: CalendarWindow, at: string): boolean => calendarOf([window]).isOpen(Date.parse(at));

/** The spans of that time, to the minute, in which the calendar is open: `from/to`, in UTC. */
function spans(windows: readonly CalendarWindow[], from: string, to: string): string[] {
  const calendar = calendarOf(windows);
  const found: string[] = [];
  let since: number | undefined;
  for (let at = Date.parse(from); at <= Date.parse(to); at += 60_000) {
    const isOpen = at < Date.parse(to) && calendar.isOpen(at);
    if (isOpen) since ??= at;
    else if (since !== undefined) {
      found.push(`${utc(since)}/${utc(at)}`);
      since = undefined;
    }
  }
  return found;
}

const utc = (at: number): string => `${new Date(at).toISOString().slice(5, 16)}Z`;

test('without windows it is always open', () => {
  expect(calendarOf([]).isOpen(0)).toBe(true);
  expect(calendarOf([]).complaints).toEqual([]);
});

test('open from the minute on which it opens until before the minute on which it closes', () => {
  const office: CalendarWindow = { from: '09:00', to: '17:00', timeZone: 'Asia/Kolkata' };
  expect(spans([office], '2026-11-30T00:00Z', '2026-12-01T00:00Z')).toEqual(['11-30T03:30Z/11-30T11:30Z']);
  expect(open(office, '2026-11-30T03:29:59.999Z')).toBe(false);
  expect(open(office, '2026-11-30T11:29:59.999Z')).toBe(true);
});

test('one past midnight belongs to the day on which it opened', () => {
  const friday: CalendarWindow = { ...night, days: ['Fri'] };
  expect(spans([friday], '2026-12-03T00:00Z', '2026-12-08T00:00Z')).toEqual(['12-04T21:00Z/12-05T05:00Z']);
});

test('a whole day is from 00:00 to 24:00', () => {
  const sunday: CalendarWindow = { days: ['Sun'], from: '00:00', to: '24:00', timeZone: 'Asia/Kolkata' };
  expect(spans([sunday], '2026-12-05T00:00Z', '2026-12-08T00:00Z')).toEqual(['12-05T18:30Z/12-06T18:30Z']);
});

test('open while any of its windows is', () => {
  const windows: CalendarWindow[] = [
    { from: '01:00', to: '03:00', timeZone: 'UTC' },
    { from: '02:00', to: '04:00', timeZone: 'UTC' },
  ];
  expect(spans(windows, '2026-11-30T00:00Z', '2026-12-01T00:00Z')).toEqual(['11-30T01:00Z/11-30T04:00Z']);
});

// Berlin skips 02:00-03:00 on 2026-03-29 and shows it twice on 2026-10-25
const daylight: readonly (readonly [what: string, window: CalendarWindow, day: string, want: string[]])[] = [
  ['a night over the skipped hour is an hour shorter', night, '2026-03-28', ['03-28T21:00Z/03-29T04:00Z']],
  ['a night over the hour shown twice is an hour longer', night, '2026-10-24', ['10-24T20:00Z/10-25T05:00Z']],
  ['a window within the skipped hour does not open', between('02:15', '02:45'), '2026-03-28', []],
  [
    'a window that begins in the skipped hour opens after it',
    between('02:30', '03:30'),
    '2026-03-28',
    ['03-29T01:00Z/03-29T01:30Z'],
  ],
  [
    'a window that ends in the skipped hour closes before it',
    between('01:30', '02:30'),
    '2026-03-28',
    ['03-29T00:30Z/03-29T01:00Z'],
  ],
  [
    'a window within the hour shown twice opens twice',
    between('02:15', '02:45'),
    '2026-10-24',
    ['10-25T00:15Z/10-25T00:45Z', '10-25T01:15Z/10-25T01:45Z'],
  ],
  [
    'a window that begins before the hour shown twice is open through both',
    between('01:30', '03:30'),
    '2026-10-24',
    ['10-24T23:30Z/10-25T02:30Z'],
  ],
];
for (const [what, window, day, want] of daylight) {
  test(`Europe/Berlin: ${what}`, () => {
    const from = `${day}T12:00Z`;
    expect(spans([window], from, new Date(Date.parse(from) + 86_400_000).toISOString())).toEqual(want);
  });
}

function between(from: string, to: string): CalendarWindow {
  return { from, to, timeZone: 'Europe/Berlin' };
}

test('America/Sao_Paulo: a day whose midnight was skipped opens at one', () => {
  const sunday: CalendarWindow = { days: ['Sun'], from: '00:00', to: '02:00', timeZone: 'America/Sao_Paulo' };
  expect(spans([sunday], '2018-11-03T00:00Z', '2018-11-05T00:00Z')).toEqual(['11-04T03:00Z/11-04T04:00Z']);
  expect(calendarOf([sunday]).nextOpening(Date.parse('2018-11-03T00:00Z'))).toBe(Date.parse('2018-11-04T03:00Z'));
});

test('America/Sao_Paulo: the last hour of a Saturday was shown twice', () => {
  const saturday: CalendarWindow = { days: ['Sat'], from: '23:00', to: '24:00', timeZone: 'America/Sao_Paulo' };
  expect(spans([saturday], '2019-02-16T00:00Z', '2019-02-18T00:00Z')).toEqual(['02-17T01:00Z/02-17T03:00Z']);
});

test('a night from Saturday on goes on through a Saturday evening shown twice', () => {
  const saturday: CalendarWindow = { days: ['Sat'], from: '22:00', to: '01:00', timeZone: 'America/Sao_Paulo' };
  expect(spans([saturday], '2019-02-16T00:00Z', '2019-02-18T00:00Z')).toEqual(['02-17T00:00Z/02-17T04:00Z']);
});

const next: readonly (readonly [what: string, window: CalendarWindow, now: string, want: string])[] = [
  ['later on the same day', night, '2026-11-30T12:00Z', '2026-11-30T21:00Z'],
  ['a week later', { ...night, days: ['Mon'] }, '2026-12-01T12:00Z', '2026-12-07T21:00Z'],
  ['after the skipped hour', between('02:30', '03:30'), '2026-03-29T00:00Z', '2026-03-29T01:00Z'],
  [
    'a day later, where the whole of it is skipped',
    between('02:15', '02:45'),
    '2026-03-29T00:00Z',
    '2026-03-30T00:15Z',
  ],
  ['for the second time', between('02:15', '02:45'), '2026-10-25T00:50Z', '2026-10-25T01:15Z'],
];
for (const [what, window, now, want] of next) {
  test(`opens next ${what}`, () => {
    expect(calendarOf([window]).nextOpening(Date.parse(now))).toBe(Date.parse(want));
  });
}

test('closed, it opens next at the first minute at which it is open, in any zone and season', () => {
  const zone = fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'UTC');
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => clock(quarter * 15));
  const moment = fc.date({ min: new Date('2017-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zone, time, time, moment, (timeZone, from, to, date) => {
      fc.pre(from !== to);
      const calendar = calendarOf([{ from, to, timeZone }]);
      const now = Math.floor(date.getTime() / 60_000) * 60_000;
      fc.pre(!calendar.isOpen(now));
      let want = now;
      while (!calendar.isOpen(want)) want += 15 * 60_000 - (want % (15 * 60_000));
      expect(calendar.nextOpening(now)).toBe(want);
    }),
    { numRuns: 60 },
  );
});

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

const unreadable: readonly (readonly [window: CalendarWindow, says: string])[] = [
  [{ ...night, from: '24:00' }, 'from: "24:00" is no time of day'],
  [{ ...night, to: '6:00' }, 'to: "6:00" is no time of day'],
  [{ ...night, to: '22:00' }, 'a whole day is 00:00 to 24:00'],
  [Object.assign({ ...night }, { days: ['Montag'] }), 'days: "Montag" is none of Mon'],
  [{ ...night, timeZone: 'Europe/Berlim' }, 'timeZone: "Europe/Berlim" is no time zone'],
  [{ ...night, timeZone: '+01:00' }, 'timeZone: "+01:00" is no time zone'],
  [{ ...night, timeZone: '' }, 'timeZone: "" is no time zone'],
];
for (const [window, says] of unreadable) {
  test(`a window that cannot be read never opens, and it is said: ${says}`, () => {
    expect(complaintAboutWindow(window)).toContain(says);
    const calendar = calendarOf([window]);
    expect(calendar.complaints).toEqual([complaintAboutWindow(window)]);
    expect(calendar.isOpen(Date.parse('2026-11-30T23:00Z'))).toBe(false);
    expect(calendar.nextOpening(Date.parse('2026-11-30T12:00Z'))).toBeUndefined();
  });
}

test('a window that cannot be read keeps no other from opening', () => {
  const calendar = calendarOf([{ ...night, timeZone: 'Nowhere' }, night]);
  expect(calendar.complaints).toHaveLength(1);
  expect(calendar.isOpen(Date.parse('2026-11-30T23:00Z'))).toBe(true);
});
