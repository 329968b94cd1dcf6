import type { Terminal } from '#app/terminal.ts';

/** On a terminal, a line that is written over. */
export function progressOn({ stderr }: Terminal, what: string): (share: number) => void {
  if (stderr.isTTY !== true) return () => undefined;
  return (share) => stderr.write(share < 1 ? `\r${what}: ${Math.floor(100 * share)} %` : `\r\u001b[K`);
}
