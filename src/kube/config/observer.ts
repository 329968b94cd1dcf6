import type { Fault } from '#base/fault.ts';

/** What is worth telling about configuration and credentials; each callback is optional, none may throw. */
export interface ConfigurationObserver {
  /** A file could not be read again, or held nonsense: what it held before stays in use. */
  readonly fileKept?: (file: string, why: Fault) => void;
  /** An exec plugin gave credentials, until then (ms since the epoch; never, when it did not say). */
  readonly pluginAnswered?: (command: string, expiresAt: number | undefined) => void;
  /** An exec plugin could not renew its credentials; those it gave before still hold. */
  readonly pluginFailed?: (command: string, why: Fault) => void;
  /** What an exec plugin that runs without a terminal wrote to stderr, secrets blanked. */
  readonly pluginSaid?: (command: string, text: string) => void;
}
