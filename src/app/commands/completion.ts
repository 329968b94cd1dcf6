import { Argument, Command } from 'commander';
import { tellStory } from '#app/command-help.ts';
import { completionScript, type Shell, shells } from '#app/completion.ts';
import type { Terminal } from '#app/terminal.ts';

/** `plimsoll completion`: a script by which a shell completes commands and flags. */
export function completionCommand(terminal: Terminal): Command {
  const { programName } = terminal;
  const story = {
    description: 'Print a script by which a shell completes commands and flags.',
    examples: [
      { what: 'For this bash', line: `source <(${programName} completion bash)` },
      { what: 'For every zsh', line: `echo 'source <(${programName} completion zsh)' >> ~/.zshrc` },
      { what: 'For this fish', line: `${programName} completion fish | source` },
    ],
  };
  return tellStory(new Command('completion'), story)
    .summary('Print a script by which a shell completes commands and flags')
    .helpGroup('Settings Commands:')
    .addArgument(new Argument('<shell>', 'Which shell.').choices(shells))
    .action((shell: Shell, _: unknown, self: Command) => {
      terminal.stdout.write(completionScript(self.parent!, shell));
    });
}
