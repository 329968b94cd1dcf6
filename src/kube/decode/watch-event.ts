/** Why the API server ended a watch. */
export interface WatchStatus {
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly retryAfterSeconds?: number };
}

/**
 * What a watch tells. A bookmark says that nothing else changed up to its version; the one with `initialEventsEnd`,
 * that all objects which existed when the watch began have been sent.
 */
export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }
  | { readonly type: 'ERROR'; readonly status: WatchStatus };

export type WatchEventType = WatchEvent<unknown>['type'];
