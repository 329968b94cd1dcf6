import type { Answered } from '#sources/prometheus/http/client.ts';
import { faultOfApiError, faultOfText } from '#sources/prometheus/http/fault-of-answer.ts';
import { prometheusFault } from '#sources/prometheus/http/faults.ts';
import { type Fields, isFields } from './fields.ts';
import { ResultStream } from './result-stream.ts';

/** How whole an answer is. */
export interface Standing {
  /** What the server warns of: some of its stores may be missing from the answer. */
  readonly warnings: readonly string[];
  /** What it remarks on the query; no data is missing. */
  readonly infos: readonly string[];
  /** It says itself, or warns, that the answer may lack something. */
  readonly isPartial: boolean;
}

export type ResultType = 'vector' | 'matrix';

/** Takes an answer in, element by element, and says how whole it was. */
export async function readResult(
  answered: Answered,
  type: ResultType,
  take: (element: Fields) => void,
): Promise<Standing> {
  const { doing, body } = answered;
  const stream = new ResultStream(doing);
  for await (const chunk of body)
    for (const element of stream.push(chunk)) {
      if (!isFields(element)) {
        throw prometheusFault('prometheus/not-prometheus', `${doing}: the answer has something other than series`);
      }
      take(element);
    }
  const text = stream.end();
  if (text === undefined) {
    throw prometheusFault('prometheus/unreachable', `${doing}: the answer breaks off in the middle`, { retry: 'soon' });
  }
  return standingOf(answered, frameOf(answered, text), type);
}

function frameOf({ doing, clean }: Answered, text: string): Fields {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    throw faultOfText(doing, clean(text));
  }
  if (isFields(frame) && 'status' in frame) return frame;
  throw faultOfText(doing, clean(text));
}

function standingOf({ doing, clean }: Answered, frame: Fields, type: ResultType): Standing {
  if (frame['status'] !== 'success') {
    const { errorType, error } = frame;
    throw faultOfApiError(doing, {
      errorType: typeof errorType === 'string' ? errorType : 'error',
      error: clean(typeof error === 'string' ? error : 'no reason given'),
    });
  }
  const found = isFields(frame['data']) ? frame['data']['resultType'] : undefined;
  if (typeof found !== 'string') {
    throw prometheusFault('prometheus/not-prometheus', `${doing}: the answer says no resultType`);
  }
  if (found !== type) {
    throw prometheusFault('prometheus/bad-query', `${doing}: the query gives a ${found}, where a ${type} is needed`);
  }
  const warnings = textsIn(frame['warnings']).map(clean);
  return {
    warnings,
    infos: textsIn(frame['infos']).map(clean),
    isPartial: warnings.length > 0 || frame['isPartial'] === true,
  };
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : [];
}
