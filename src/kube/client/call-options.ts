import type { Ask, Priority } from '#kube/transport/transport.ts';

/** What any call takes. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number | undefined;
  readonly priority?: Priority | undefined;
}

/** What any call that changes something takes. */
export interface WriteOptions extends CallOptions {
  /** All is checked and admitted, nothing is stored. */
  readonly dryRun?: boolean | undefined;
  /** Whom the server notes down as the owner of the fields written; the client's own unless said otherwise. */
  readonly fieldManager?: string | undefined;
}

/** The part of an ask that comes from a call's options. */
export const fromOptions = (
  { signal, deadlineMs, priority }: CallOptions,
  usual: Priority,
): Pick<Ask, 'signal' | 'deadlineMs' | 'priority'> => ({
  priority: priority ?? usual,
  ...(signal === undefined ? {} : { signal }),
  ...(deadlineMs === undefined ? {} : { deadlineMs }),
});
