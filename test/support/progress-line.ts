/** Long work told on stderr: one line that rewrites itself on a terminal, a line every half minute elsewhere. */
export interface ProgressLine {
  step(what: string): void;
  end(): void;
}

const everyMs = 30_000;

/** Starts telling; `step` counts a step and names it. */
export function progressLine(title: string): ProgressLine {
  const startedAt = Date.now();
  const terminal = process.stderr.isTTY;
  let steps = 0;
  let toldAt = startedAt;
  const seconds = (): string => `${Math.round((Date.now() - startedAt) / 1000)}s`;
  process.stderr.write(`${title}\n`);
  return {
    step(what) {
      steps += 1;
      if (terminal) process.stderr.write(`\r\x1b[2K${seconds()} ${steps} packages, now ${what}`.slice(0, 120));
      else if (Date.now() - toldAt >= everyMs) {
        toldAt = Date.now();
        process.stderr.write(`  ${seconds()} ${steps} packages, now ${what}\n`);
      }
    },
    end() {
      process.stderr.write(`${terminal ? '\r\x1b[2K' : ''}  ended after ${seconds()}, ${steps} packages compiled\n`);
    },
  };
}
