/** One command of a story: its word, the lines under it, and what it is expected to answer. */
export interface Step {
  readonly command: string;
  readonly lines: readonly string[];
  readonly answer: string;
}

const RULE = '----';

/** Reads a story: commands with their lines, a rule, the answer, a blank line. Whatever stands before the first command is its title. */
export function readStory(text: string): { readonly title: string; readonly steps: readonly Step[] } {
  const [title = '', ...blocks] = text.trimEnd().split(/\n\n+/);
  const steps = blocks.map((block): Step => {
    const all = block.split('\n');
    const rule = all.indexOf(RULE);
    const [command = '', ...lines] = rule < 0 ? all : all.slice(0, rule);
    return { command, lines, answer: rule < 0 ? '' : all.slice(rule + 1).join('\n') };
  });
  return { title, steps };
}

/** The same story with these answers. */
export function writeStory(title: string, steps: readonly Step[]): string {
  const blocks = steps.map(({ command, lines, answer }) => [command, ...lines, RULE, answer].join('\n'));
  return `${[title, ...blocks].join('\n\n')}\n`;
}

/** The words of a line, those with `=` by their key. */
export interface StoryLine {
  readonly words: readonly string[];
  readonly of: Readonly<Record<string, string>>;
}

export function readLine(line: string): StoryLine {
  const all = line.trim().split(/\s+/);
  const pairs = all.filter((word) => word.includes('='));
  return {
    words: all.filter((word) => !word.includes('=')),
    of: Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])),
  };
}
