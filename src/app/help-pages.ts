import { programFor } from '#app/program.ts';
import type { Terminal } from '#app/terminal.ts';

export interface HelpPage {
  readonly title: string;
  readonly text: string;
}

const nowhere: Terminal = {
  argv: [],
  env: {},
  stdout: { write: () => true },
  stderr: { write: () => true },
  programName: 'plimsoll',
  conclude: () => undefined,
};

/** The help of the program and of each of its commands, as it is printed. */
export function helpPages(): readonly HelpPage[] {
  const program = programFor(nowhere);
  const commands = program.commands.map((command) => ({
    title: `plimsoll ${command.name()}`,
    text: command.helpInformation(),
  }));
  return [{ title: 'plimsoll', text: program.helpInformation() }, ...commands];
}
