/** What a Retry-After header asks for, in ms from `now`: seconds, or an HTTP date. Nonsense asks for nothing. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // every form of an HTTP date begins with a weekday; Date.parse alone would take a bare -5 for a year
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
