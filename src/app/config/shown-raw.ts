import type { LeafMeta } from '#app/config/leaf.ts';
import { redactUrl } from '#app/config/redact-url.ts';
import { isWritten, type Written } from '#app/config/written.ts';

/** A value as the file would write it, fit to be shown: what may be secret is blotted out; null when left out. */
export function shownRaw({ kind, secret }: Pick<LeafMeta, 'kind' | 'secret'>, raw: unknown): Written | null {
  if (!isWritten(raw)) return null;
  if (secret === true) return blotted(raw);
  return kind === 'url' && typeof raw === 'string' ? redactUrl(raw) : raw;
}

/** Names stay, as they say what there is. */
function blotted(written: Written): Written {
  if (typeof written !== 'object') return '***';
  if (Array.isArray(written)) return written.map(() => '***');
  return Object.fromEntries(Object.keys(written).map((key) => [key, '***']));
}
