import { roleRows, roleTable, type RoleStatus } from '#views/status/role-status.ts';
import { jsonReply, textReply, type Reply } from './reply.ts';
import type { Asked } from './routes.ts';

type Format = 'text' | 'json';

/** `/statusz`: a table for people, the same rows as JSON for whoever asks for it. */
export function statusReply(asked: Asked, statuses: readonly RoleStatus[], now: number): Reply {
  const format = formatOf(asked);
  if (format === 'unknown') return jsonReply(400, { message: '?format= is text or json' });
  const rows = roleRows(statuses, now);
  return format === 'json' ? jsonReply(200, { roles: rows }) : textReply(200, roleTable(rows));
}

function formatOf({ query, accept }: Asked): Format | 'unknown' {
  const format = query.get('format');
  if (format === null) return prefersJson(accept) ? 'json' : 'text';
  return format === 'text' || format === 'json' ? format : 'unknown';
}

/** JSON must be asked for by name: browsers and curl, which take anything, are people. */
function prefersJson(accept: string): boolean {
  const wishes = new Map(accept.split(',').map(wishOf));
  const json = wishes.get('application/json') ?? 0;
  return json > 0 && json >= (wishes.get('text/plain') ?? 0);
}

/** One part of an Accept header: the media type, and how much it is wanted, 0..1. */
function wishOf(part: string): readonly [type: string, weight: number] {
  const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return [type, weight];
}
