import type { StatusCause } from './kube-fault.ts';

/** What a Kubernetes Status says, as far as anybody acts on it. */
export interface StatusBody {
  readonly message: string | undefined;
  readonly reason: string | undefined;
  readonly causes: readonly StatusCause[];
  readonly retryAfterMs: number | undefined;
  readonly continueWith: string | undefined;
}

/** The Status that `text` holds, if it is one. Whatever is in front of an API server may answer anything. */
export function readStatus(text: string): StatusBody | undefined {
  const status = parsed(text);
  if (!isRecord(status) || status['kind'] !== 'Status') return undefined;
  const details = isRecord(status['details']) ? status['details'] : {};
  const metadata = isRecord(status['metadata']) ? status['metadata'] : {};
  const seconds = details['retryAfterSeconds'];
  return {
    message: textOf(status['message']),
    reason: textOf(status['reason']),
    causes: Array.isArray(details['causes']) ? details['causes'].filter(isRecord).map(causeOf) : [],
    retryAfterMs: typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined,
    continueWith: textOf(metadata['continue']),
  };
}

function causeOf(cause: Readonly<Record<string, unknown>>): StatusCause {
  const field = textOf(cause['field']);
  const told = { reason: textOf(cause['reason']) ?? '', message: textOf(cause['message']) ?? '' };
  return field === undefined ? told : { ...told, field };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
