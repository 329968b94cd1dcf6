/**
 * Asked right before each write of a leader, which ends with the signal that is given; throws where nothing may be begun
 * any more. `abort` ends with the term: asking for that finds out, after a stall, before any timer does that it is over.
 */
export function mayBegin(acting: () => AbortSignal | undefined, abort: AbortSignal): AbortSignal {
  acting();
  abort.throwIfAborted();
  return abort;
}
