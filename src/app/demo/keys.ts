import type { Input } from '#app/terminal.ts';

/** What somebody who watches can ask for. */
export type Wish = 'pause' | 'faster' | 'slower' | 'step' | 'quit';

const WISHES: Readonly<Record<string, Wish>> = {
  ' ': 'pause',
  p: 'pause',
  '+': 'faster',
  '=': 'faster',
  '\u001b[A': 'faster',
  '\u001b[C': 'faster',
  '-': 'slower',
  '\u001b[B': 'slower',
  '\u001b[D': 'slower',
  s: 'step',
  q: 'quit',
  '\u0003': 'quit', // Ctrl-C: a terminal that gives keys one by one sends no signal
  '\u0004': 'quit',
};

/** Hears keys until the returned function is called. */
export function listenToKeys(input: Input | undefined, hear: (wish: Wish) => void): () => void {
  if (input?.isTTY !== true) return () => undefined;
  const listener = (bytes: Uint8Array): void => {
    const typed = Buffer.from(bytes).toString('utf8');
    // keys pressed quickly come together; an arrow is three bytes that belong together
    for (const key of typed.startsWith('\u001b[') ? [typed.slice(0, 3)] : typed) {
      const wish = WISHES[key.toLowerCase()] ?? WISHES[key];
      if (wish !== undefined) hear(wish);
    }
  };
  input.setRawMode?.(true);
  input.resume();
  input.on('data', listener);
  return () => {
    input.off('data', listener);
    input.setRawMode?.(false);
    input.pause();
  };
}
