/** A length of time in the two largest units that matter: 340ms, 12s, 3m5s, 2h7m, 9d3h. */
export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${seconds % 60}s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}h${minutes % 60}m` : `${Math.floor(hours / 24)}d${hours % 24}h`;
}

/** An age in whole seconds: clocks agree no better. */
export function ageText(ms: number): string {
  return ms < 1000 ? '0s' : span(ms);
}
