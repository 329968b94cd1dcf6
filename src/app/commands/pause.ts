import { Command, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Throw the kill switch: no move of a pod begins, by whomever it is wanted, until `resume`.',
      '',
      'It is written into ConfigMap plimsoll-control (key "paused") and heeded within seconds, by whoever leads then as',
      'well. Moves under way are seen to their end, since half a move is worse than a whole one. Measuring goes on.',
      'Without this program: kubectl -n plimsoll-system patch configmap plimsoll-control -p \'{"data":{"paused":"true"}}\'',
    ].join('\n'),
    examples: [
      { what: 'Stop moving pods', line: `${programName} pause --reason "The database is being upgraded."` },
      { what: 'See that it is in force', line: `${programName} status` },
    ],
  };
}

interface PauseFlags extends ClusterFlags {
  readonly reason?: string;
  readonly output: OutputFormat;
}

/** `plimsoll pause`: the kill switch. */
export function pauseCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('pause'), story(terminal.programName))
    .summary('Let no move of a pod begin until resume: the kill switch')
    .helpGroup('Rescheduling Commands:')
    .addOption(new Option('--reason <TEXT>', 'Why, for whoever reads the status.'))
    .addOption(outputOption(['table', 'json', 'yaml'], 'table'));
  return addConfigFlags(addClusterFlags(command)).action(async (flags: PauseFlags, self: Command) => {
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'pause' };
    const { pause } = await import('#app/acting/kill-switch.ts');
    await pause({ opening, format: flags.output, reason: flags.reason }, terminal);
  });
}
