import { describe, expect, test } from 'vitest';
import { calendarOf } from './calendar.ts';
import { parseWindow } from './written-window.ts';

const at = (instant: string): number => Date.parse(instant);
const open = (window: string, instant: string): boolean => calendarOf([parseWindow(window)!]).isOpen(at(instant));

describe('a calendar window', () => {
  test.each([
    ['22:00-06:00', '2026-11-30T23:30:00Z', true],
    ['22:00-06:00', '2026-11-30T06:00:00Z', false],
    ['09:00-17:00', '2026-11-30T09:00:00Z', true],
    ['09:00-17:00', '2026-11-30T17:00:00Z', false],
    ['00:00-24:00', '2026-11-30T23:59:59Z', true],
    // 30 November 2026 is a Monday
    ['Mon-Fri 09:00-17:00 Europe/Berlin', '2026-11-30T08:30:00Z', true],
    ['Mon-Fri 09:00-17:00 Europe/Berlin', '2026-11-30T16:30:00Z', false],
    ['Sat,Sun 00:00-24:00 Asia/Tokyo', '2026-12-05T16:00:00Z', true],
    ['Sat,Sun 00:00-24:00 Asia/Tokyo', '2026-12-06T16:00:00Z', false],
    ['fri-mon 10:00-11:00', '2026-11-30T10:30:00Z', true],
    // over midnight it belongs to the day on which it begins
    ['Fri 22:00-06:00', '2026-12-05T05:00:00Z', true],
    ['Fri 22:00-06:00', '2026-12-04T05:00:00Z', false],
  ])('%s at %s: open is %s', (window, instant, isOpen) => {
    expect(open(window, instant)).toBe(isOpen);
  });

  test.each([
    '',
    'nightly',
    '22:00',
    '22:00-22:00',
    '25:00-26:00',
    '9-17',
    'Mon-Foo 09:00-17:00',
    '09:00-17:00 Mars/Base',
  ])('%j is none', (text) => {
    expect(parseWindow(text)).toBeUndefined();
  });
});
