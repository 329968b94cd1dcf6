import type { Exchange } from './exchange.ts';
import type { ExchangeFault, Hit } from './fault.ts';
import { pause } from './pause.ts';
import type { Step } from './steps.ts';

const newline = 0x0a;

type Of<Kind extends ExchangeFault['kind']> = Extract<ExchangeFault, { kind: Kind }>;

/** Ends the answer when the time is over; inside a line, behind it. */
export function endAfter(ms: number, hit: Hit, exchange: Exchange): Step {
  let due = false;
  const wait = async (): Promise<void> => {
    await pause(ms, hit, exchange);
    due = !hit.cleared.aborted;
    if (due && exchange.atLineEnd) await exchange.finish();
  };
  return {
    begin: () => void wait(),
    async pass(chunk, next) {
      const end = due ? chunk.indexOf(newline) + 1 : 0;
      await next(end === 0 ? chunk : chunk.subarray(0, end));
      if (due && exchange.atLineEnd) await exchange.finish();
    },
  };
}

/** Puts the line in at a line's end, once. */
export function garbageAfter({ line, afterLines }: Of<'garbage-line'>, { cleared }: Hit, exchange: Exchange): Step {
  const garbage = Buffer.from(`${line}\n`);
  let left = afterLines + (exchange.atLineEnd ? 0 : 1);
  return {
    begin() {
      if (left > 0) return;
      left = -1;
      void exchange.write(garbage);
    },
    async pass(chunk, next) {
      let at = 0;
      while (left > 0 && at < chunk.length) {
        const end = chunk.indexOf(newline, at) + 1;
        if (end === 0) break;
        at = end;
        left--;
      }
      if (left !== 0 || cleared.aborted) return next(chunk);
      left = -1;
      return next(Buffer.concat([chunk.subarray(0, at), garbage, chunk.subarray(at)]));
    },
  };
}

/** Holds a line back until it is whole, and bookmarks for good. */
export function bookmarksDropped({ initialEventsEnd }: Of<'drop-bookmarks'>, { cleared }: Hit): Step {
  let unfinished = Buffer.alloc(0);
  const isDropped = (line: Buffer): boolean =>
    line.subarray(0, 40).includes('"type":"BOOKMARK"') &&
    (initialEventsEnd === 'dropped' || !line.includes('k8s.io/initial-events-end'));
  return {
    async pass(chunk, next) {
      const bytes = Buffer.concat([unfinished, chunk]);
      const end = bytes.lastIndexOf(newline) + 1;
      unfinished = bytes.subarray(end);
      const whole = linesOf(bytes.subarray(0, end)).filter((line) => cleared.aborted || !isDropped(line));
      await next(Buffer.concat(whole));
    },
  };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    end = bytes.indexOf(newline, at) + 1;
    lines.push(bytes.subarray(at, end));
  }
  return lines;
}
