import { readFile } from 'node:fs/promises';
import { Fault } from '#base/fault.ts';
import { kubeFault } from '#kube/faults.ts';
import { messageOf } from './cause.ts';
import type { ConfigurationObserver } from './observer.ts';

/** A text that stands in the configuration itself, or in a file that may be rewritten while we run. */
export type Written =
  | { readonly kind: 'inline'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string };

/** What one or more texts hold together, read again while their files rotate. */
export interface Rotating<T> {
  /** What they hold, read at most `readAgainAfterMs` before `now`. The same object as long as nothing changed. */
  read(now: number): Promise<T>;
  /** The next read goes to the disk. */
  distrust(): void;
}

export interface RotatingOptions {
  readonly readAgainAfterMs: number;
  readonly observer: ConfigurationObserver;
}

/**
 * `make` turns the texts into what is wanted and throws a fault when they are no good:
 * half-written or missing files never replace what worked.
 */
export function rotating<T>(
  written: readonly Written[],
  make: (texts: readonly string[]) => T,
  options: RotatingOptions,
): Rotating<T> {
  let held: { readonly texts: readonly string[]; readonly made: T } | undefined;
  let readAt = -Infinity;
  let reading: Promise<T> | undefined;

  const readOnce = async (): Promise<T> => {
    try {
      const texts = await Promise.all(written.map((each) => textOf(each)));
      if (!held || texts.some((text, at) => text !== held?.texts[at])) held = { texts, made: make(texts) };
    } catch (cause) {
      if (!held) throw cause;
      options.observer.fileKept?.(filesOf(written), asFault(cause));
    }
    return held.made;
  };

  return {
    read(now) {
      if (reading) return reading;
      if (held && now - readAt < options.readAgainAfterMs) return Promise.resolve(held.made);
      readAt = now;
      reading = readOnce().finally(() => {
        reading = undefined;
      });
      return reading;
    },
    distrust() {
      readAt = -Infinity;
    },
  };
}

async function textOf(written: Written): Promise<string> {
  if (written.kind === 'inline') return written.text;
  try {
    return await readFile(written.file, 'utf8');
  } catch (cause) {
    throw kubeFault('kube/bad-credentials', `reading ${written.file}: ${messageOf(cause)}`, { cause, retry: 'soon' });
  }
}

const filesOf = (written: readonly Written[]): string =>
  written.flatMap((each) => (each.kind === 'file' ? [each.file] : [])).join(', ');

const asFault = (cause: unknown): Fault =>
  cause instanceof Fault ? cause : kubeFault('kube/bad-credentials', messageOf(cause), { cause });
