import type { EventDraft } from './event-draft.ts';

/**
 * What two happenings have in common that are told as one Event. An Event's note can never be changed, so only what says
 * the same counts as the same; numbers may differ: `load 0.91 is above 0.80`, `load 0.93 is above 0.80`.
 */
export function seriesKey(draft: EventDraft): string {
  const { reason, action, note } = draft;
  return JSON.stringify([objectKey(draft), reason, action, note.replaceAll(number, '#')]);
}

/** Who tells something of that type of which object: what the rate of new Events is limited by. */
export function objectKey({ reportingController, reportingInstance, type, regarding }: EventDraft): string {
  const { apiVersion, kind, namespace, name, uid } = regarding;
  return JSON.stringify([reportingController, reportingInstance, type, apiVersion, kind, namespace, name, uid]);
}

/** A number that stands by itself, with its unit; not one that is a part of a name, as in `node-7` or `10.0.0.7`. */
const number = /(?<![\w.-])\d+(?:[.,]\d+)?(?:%|[a-zA-Zµ]{0,2})(?![\w-]|[.,]\d)/g;
