import type { Terminal } from '#app/terminal.ts';

/** Asks a question on the terminal; where nobody can answer, that is no. */
export async function confirmed({ stdin, stderr, signal }: Terminal, question: string): Promise<boolean> {
  if (stdin?.isTTY !== true) return false;
  stderr.write(`${question} [y/N] `);
  const answer = await new Promise<string>((resolve, reject) => {
    const heard = (bytes: Uint8Array): void => end(() => resolve(new TextDecoder().decode(bytes)));
    const cut = (): void => end(() => reject(signal?.reason));
    const end = (then: () => void): void => {
      stdin.off('data', heard);
      signal?.removeEventListener('abort', cut);
      stdin.pause();
      then();
    };
    signal?.addEventListener('abort', cut, { once: true });
    stdin.on('data', heard);
    stdin.resume();
  });
  return /^y(es)?$/i.test(answer.trim());
}
