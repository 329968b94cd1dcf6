import { bookmarksDropped, endAfter, garbageAfter } from './line-steps.ts';
import type { Exchange } from './exchange.ts';
import type { Hit, Moment } from './fault.ts';
import { held, pause } from './pause.ts';

type Pass = (chunk: Buffer) => Promise<void>;

/** What one fault does to the bytes of one answer: passes them on changed, late, in part or not at all. */
export interface Step {
  /** Called once the headers are out, or at once in an answer that is under way. */
  begin?(): void;
  pass(chunk: Buffer, next: Pass): Promise<void>;
}

/** Undefined for a fault that does not concern the body. */
export function stepOf(hit: Hit, exchange: Exchange): Step | undefined {
  const { fault } = hit;
  switch (fault.kind) {
    case 'latency':
      return fault.per === 'chunk' ? late(fault.ms, hit, exchange) : undefined;
    case 'bandwidth':
      return narrow(fault.bytesPerS, hit, exchange);
    case 'stall': {
      if (typeof fault.at !== 'number') return undefined;
      return fault.bytes === 'held' ? holdAfter(fault.at, hit, exchange) : swallowAfter(fault.at, hit, exchange);
    }
    case 'reset':
      return cutAfter(fault.at, hit, () => exchange.reset());
    case 'half-close':
      return cutAfter(fault.at, hit, () => exchange.halfClose());
    case 'truncate':
      return cutAfter(fault.at, hit, () => void exchange.finish());
    case 'end':
      return endAfter(fault.afterMs, hit, exchange);
    case 'garbage-line':
      return garbageAfter(fault, hit, exchange);
    case 'drop-bookmarks':
      return bookmarksDropped(fault, hit);
    case 'answer':
      return undefined;
  }
}

const late = (ms: number, hit: Hit, exchange: Exchange): Step => ({
  async pass(chunk, next) {
    await pause(ms, hit, exchange);
    await next(chunk);
  },
});

/** Slices of 20 ms each take their turn on the line; once it is cleared, the rest goes in one. */
function narrow(bytesPerS: number, hit: Hit, exchange: Exchange): Step {
  const sliceBytes = Math.max(1, Math.ceil(bytesPerS / 50));
  return {
    async pass(chunk, next) {
      let rest = chunk;
      while (rest.length > 0 && !hit.cleared.aborted && !exchange.over.aborted) {
        const slice = rest.subarray(0, sliceBytes);
        rest = rest.subarray(sliceBytes);
        const now = performance.now();
        const free = Math.max(now, hit.line.freeAtMs) + (slice.length / bytesPerS) * 1000;
        hit.line.freeAtMs = free;
        await pause(free - now, hit, exchange);
        await next(slice);
      }
      await next(rest);
    },
  };
}

/** Counts down to the first byte that a fault is about, and gives it what is before and behind. */
function splitAfter(bytes: number, at: (before: Buffer, behind: Buffer, next: Pass) => Promise<void>): Step['pass'] {
  let left = bytes;
  return async (chunk, next) => {
    if (chunk.length < left) {
      left -= chunk.length;
      await next(chunk);
      return;
    }
    const [before, behind] = [chunk.subarray(0, left), chunk.subarray(left)];
    left = 0;
    await at(before, behind, next);
  };
}

const holdAfter = (bytes: number, hit: Hit, exchange: Exchange): Step => ({
  pass: splitAfter(bytes, async (before, behind, next) => {
    await next(before);
    await held(hit, exchange);
    await next(behind);
  }),
});

function swallowAfter(bytes: number, hit: Hit, exchange: Exchange): Step {
  const silence = (): void => {
    exchange.silenced = true;
  };
  return {
    begin: () => (bytes === 0 ? silence() : undefined),
    pass: splitAfter(bytes, async (before, behind, next) => {
      if (!hit.cleared.aborted) silence();
      await next(before);
      if (!exchange.silenced) await next(behind);
    }),
  };
}

function cutAfter(at: Moment, hit: Hit, cut: () => void): Step | undefined {
  if (typeof at !== 'number') return undefined;
  return {
    begin: () => (at === 0 ? cut() : undefined),
    pass: splitAfter(at, async (before, behind, next) => {
      await next(before);
      if (hit.cleared.aborted) await next(behind);
      else cut();
    }),
  };
}
