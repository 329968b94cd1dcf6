import { Command, Option } from 'commander';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Show Plimsoll at work on a simulated cluster: no Kubernetes is needed.',
      '',
      'A recorded day of 1,052 machines on 44 nodes runs twice side by side, accelerated: once nothing is moved, once',
      'pods are moved off hot nodes. On a terminal it is a live picture; elsewhere a line is told for each hour, and',
      'at the end what it came to.',
    ].join('\n'),
    examples: [
      { what: 'Watch a day in about a minute', line: `${programName} demo` },
      { what: 'As lines, for a log', line: `${programName} demo | cat` },
    ],
  };
}

/** `plimsoll demo`: a simulated cluster at work, which `npm start` shows. */
export function demoCommand(terminal: Terminal): Command {
  return tellStory(new Command('demo'), story(terminal.programName))
    .summary('Show a simulated cluster at work, without any Kubernetes')
    .helpGroup('Simulation Commands:')
    .addOption(new Option('--data <FOLDER>', "Folder of recorded load, laid out as the repository's data/."))
    .action(async ({ data }: { readonly data?: string }) => {
      const { runDemo } = await import('#app/demo/run-demo.ts');
      await runDemo(terminal, data);
    });
}
