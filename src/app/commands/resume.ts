import { Command } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Let moves begin again: lift the pause, and close the circuit breaker.',
      '',
      'The breaker opens by itself when moves do not help or fail one after the other, and closes by nothing but this',
      'command. What had been held back, since when and why is told.',
    ].join('\n'),
    examples: [{ what: 'After whatever it was is over', line: `${programName} resume` }],
  };
}

interface ResumeFlags extends ClusterFlags {
  readonly output: OutputFormat;
}

/** `plimsoll resume`: lifts the pause and closes the breaker. */
export function resumeCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('resume'), story(terminal.programName))
    .summary('Let moves begin again: lift the pause and close the circuit breaker')
    .helpGroup('Rescheduling Commands:')
    .addOption(outputOption(['table', 'json', 'yaml'], 'table'));
  return addConfigFlags(addClusterFlags(command)).action(async (flags: ResumeFlags, self: Command) => {
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'resume' };
    const { resume } = await import('#app/acting/kill-switch.ts');
    await resume({ opening, format: flags.output }, terminal);
  });
}
