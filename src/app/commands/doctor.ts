import { Command, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { builtRoles, type Role } from '#app/live/roles.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import { rolesFlag } from '#app/roles-flag.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Look whether Plimsoll can see, map and act in this cluster, and say how to mend what it cannot.',
      '',
      'Looks at the API server (version, clock), the rights of whoever runs it, Prometheus and metrics.k8s.io, each',
      'signal (asked, mapped to nodes, unit, age, coverage), disruption budgets, others that move pods, and our roles.',
      'Nothing is changed. With a problem it ends with 1; with warnings too where --fail-on says so.',
    ].join('\n'),
    examples: [
      { what: 'Before anything is installed', line: `${programName} doctor --prometheus-url http://prometheus:9090` },
      { what: 'As the service account would be', line: `${programName} doctor --kubeconfig collector.kubeconfig` },
      { what: 'May it move pods too?', line: `${programName} doctor --role collector,rescheduler` },
      { what: 'In a pipeline', line: `${programName} doctor --fail-on warning -o json` },
    ],
  };
}

interface DoctorFlags extends ClusterFlags {
  readonly output: OutputFormat;
  readonly failOn: 'problem' | 'warning';
  readonly role?: readonly Role[];
}

/** `plimsoll doctor`: can it see, map and act. */
export function doctorCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('doctor'), story(terminal.programName))
    .summary('Look whether Plimsoll can see, map and act here, and how to mend what it cannot')
    .helpGroup('Cluster Commands:')
    .addOption(outputOption(['table', 'wide', 'json', 'yaml'], 'table'))
    .addOption(rolesFlag('Whose rights are looked at (default collector)'))
    .addOption(
      new Option('--fail-on <problem|warning>', 'From which level on the exit code is 1.')
        .choices(['problem', 'warning'])
        .default('problem'),
    );
  return addConfigFlags(addClusterFlags(command)).action(async (flags: DoctorFlags, self: Command) => {
    const { output: format, failOn, role = ['collector'] } = flags;
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'doctor' };
    const { examine } = await import('#app/doctor/examine.ts');
    await examine({ opening, roles: builtRoles(role), format, failOn }, terminal);
  });
}
