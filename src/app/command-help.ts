import { type Command, Help, type Option } from 'commander';
import { exitCodeMeanings } from '#app/exit-codes.ts';

/** What the help of a command says beside its flags. */
export interface CommandStory {
  /** Some short paragraphs: what the command answers. */
  readonly description: string;
  readonly examples: readonly { readonly what: string; readonly line: string }[];
}

/** Gives a command help in the manner of kubectl: what it does, examples, flags, usage, exit codes. */
export function tellStory(command: Command, story: CommandStory): Command {
  return command.description(story.description).configureHelp({
    formatHelp: (shown, help) =>
      paragraphs([shown.description(), examples(story), flags(shown, help), usage(shown), exits()]),
  });
}

/** The help of the program itself: an introduction, and its commands grouped by purpose. */
export function tellProgram(program: Command, introduction: string): Command {
  return program.description(introduction).configureHelp({
    formatHelp: (shown, help) =>
      paragraphs([introduction, commandGroups(shown, help), flags(shown, help), usage(shown), more(shown)]),
  });
}

function paragraphs(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function examples({ examples }: CommandStory): string {
  const lines = examples.map(({ what, line }) => `  # ${what}\n  ${line}`);
  return ['Examples:', lines.join('\n\n')].join('\n');
}

function commandGroups(program: Command, help: Help): string {
  const commands = help.visibleCommands(program).filter((command) => command.helpGroup() !== '');
  const width = Math.max(...commands.map((command) => command.name().length));
  const groups = Map.groupBy(commands, (command) => command.helpGroup());
  return [...groups]
    .map(([heading, members]) => {
      const lines = members.map((command) => `  ${command.name().padEnd(width)}   ${command.summary()}`);
      return [heading, ...lines].join('\n');
    })
    .join('\n\n');
}

function flags(command: Command, help: Help): string {
  const groups = Map.groupBy(help.visibleOptions(command), (option) => option.helpGroupHeading ?? 'Flags:');
  return [...groups].map(([heading, options]) => [heading, ...options.map(flagLines)].join('\n')).join('\n\n');
}

function flagLines(option: Option): string {
  const fallback: unknown = option.defaultValueDescription ?? option.defaultValue;
  const shown = typeof fallback === 'string' ? ` (default ${fallback})` : '';
  return `  ${option.short === undefined ? '    ' : ''}${option.flags}${shown}:\n          ${option.description}`;
}

function usage(command: Command): string {
  return `Usage:\n  ${new Help().commandUsage(command).replace('[options]', '[flags]')}`;
}

function exits(): string {
  return ['Exit codes:', ...exitCodeMeanings.map(([code, means]) => `  ${String(code).padEnd(4)} ${means}`)].join('\n');
}

function more(program: Command): string {
  return `Use "${program.name()} <command> --help" for more information about a given command.`;
}
