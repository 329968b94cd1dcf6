/** What a stable fault code means, and what the reader of the message should do about it. */
export interface FaultKind {
  readonly means: string;
  readonly remedy: string;
}

/** When doing the same again may help: `soon` after a backoff, `never` until somebody changes something. */
export type Retry = 'soon' | 'never';

export interface FaultOptions {
  /** Overrides the kind's remedy where this very case knows a better one. */
  readonly remedy?: string;
  readonly retry?: Retry;
  readonly cause?: unknown;
}

/**
 * Something that could not be done. An expected refusal is a value; a fault is thrown.
 * The message says doing what, to whom, and what went wrong; `code` never changes once released.
 */
export class Fault<Code extends string = string> extends Error {
  override readonly name: string = 'Fault';
  readonly code: Code;
  readonly remedy: string;
  readonly retry: Retry;

  constructor(code: Code, kind: FaultKind, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.remedy = options.remedy ?? kind.remedy;
    this.retry = options.retry ?? 'never';
  }
}

/** A room's faults: each code with its meaning and remedy. `docs/errors.md` is generated from these. */
export type FaultCatalogue<Code extends string = string> = Readonly<Record<Code, FaultKind>>;

/** Throws are written `throw fault('config/unknown-key', message)`; the compiler knows the room's codes. */
export type FaultMaker<Code extends string> = (code: Code, message: string, options?: FaultOptions) => Fault<Code>;

/** The maker of a room's faults. */
export function faultsOf<Code extends string>(catalogue: FaultCatalogue<Code>): FaultMaker<Code> {
  return (code, message, options) => new Fault(code, catalogue[code], message, options);
}
