import type { Origin } from '#app/config/origin.ts';
import type { Fault } from '#base/fault.ts';

/** Something wrong with what was given, and where that was written. */
export interface Complaint {
  readonly origin: Origin;
  readonly fault: Fault;
}

/** In the order people mend them: flags, the environment, then the file from its top. */
export function inOrder(complaints: readonly Complaint[]): readonly Fault[] {
  const sorted = complaints.toSorted(
    (one, other) => rank(one.origin) - rank(other.origin) || lineOf(one) - lineOf(other),
  );
  return sorted.map(({ fault }) => fault);
}

function rank({ kind }: Origin): number {
  return ['flag', 'environment', 'file', 'default'].indexOf(kind);
}

function lineOf({ origin }: Complaint): number {
  return origin.kind === 'file' ? origin.line : 0;
}
