import type { Exchange } from './exchange.ts';
import type { Hit, Moment } from './fault.ts';
import { held, pause } from './pause.ts';

/** Lets the faults act that are meant for this moment; false if they leave nothing to go on with. */
export async function passes(exchange: Exchange, moment: Exclude<Moment, number>): Promise<boolean> {
  for (const hit of exchange.hits) {
    if (!hit.cleared.aborted) await act(hit, exchange, moment);
    if (exchange.over.aborted || exchange.silenced) return false;
  }
  return true;
}

async function act(hit: Hit, exchange: Exchange, moment: Moment): Promise<void> {
  const { fault } = hit;
  switch (fault.kind) {
    case 'latency':
      if (moment === 'request' && fault.per === 'request') await pause(fault.ms, hit, exchange);
      return;
    case 'answer':
      if (moment === 'request') exchange.answer(fault);
      return;
    case 'stall':
      if (moment === fault.at) await stall(fault.bytes, hit, exchange);
      return;
    case 'reset':
    case 'half-close':
      if (moment !== fault.at) return;
      if (moment === 'end') await exchange.finish();
      if (fault.kind === 'reset') exchange.reset();
      else exchange.halfClose();
      return;
    case 'bandwidth':
    case 'truncate':
    case 'end':
    case 'garbage-line':
    case 'drop-bookmarks': // all about the body
  }
}

async function stall(bytes: 'held' | 'swallowed', hit: Hit, exchange: Exchange): Promise<void> {
  if (bytes === 'held') {
    await held(hit, exchange);
    return;
  }
  exchange.silenced = true;
  exchange.request.resume();
}
