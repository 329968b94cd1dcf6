import { Command, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Tell how every role is: who leads, its last pass, what waits; kill switch, breaker, moves and budgets left.',
      '',
      'Who leads stands in Leases, kill switch and breaker in ConfigMap plimsoll-control, moves in PodMigrations, and',
      'coverage in the annotations of nodes. The last pass is asked of pods in our namespace, through the API server,',
      'and of the addresses given by --statusz. What cannot be read or reached is <unknown>, never a number.',
      'Budgets are those configured here (flags, environment, --config).',
    ].join('\n'),
    examples: [
      { what: 'How we are', line: `${programName} status` },
      { what: 'With a role that runs on this machine', line: `${programName} status --statusz http://localhost:8080` },
      { what: 'Is it paused?', line: `${programName} status -o json | jq .control.value.pause` },
    ],
  };
}

interface StatusFlags extends ClusterFlags {
  readonly output: OutputFormat;
  readonly statusz?: readonly string[];
}

/** `plimsoll status`: how every role is. */
export function statusCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('status'), story(terminal.programName))
    .summary('Tell how every role is: leaders, last passes, kill switch, breaker, budgets left')
    .helpGroup('Rescheduling Commands:')
    .addOption(new Option('--statusz <URL...>', 'Addresses of roles that run elsewhere.'))
    .addOption(outputOption(['table', 'json', 'yaml'], 'table'));
  return addConfigFlags(addClusterFlags(command)).action(async (flags: StatusFlags, self: Command) => {
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'status' };
    const { tellStatus } = await import('#app/status/tell-status.ts');
    await tellStatus({ opening, format: flags.output, addresses: flags.statusz ?? [] }, terminal);
  });
}
