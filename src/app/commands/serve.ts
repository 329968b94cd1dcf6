import { Command } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { builtRoleNames, builtRoles, type Role } from '#app/live/roles.ts';
import { rolesFlag } from '#app/roles-flag.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Run roles until SIGTERM or SIGINT, and end them in good order.',
      '',
      'Of several replicas of a loop one acts, and the others watch and measure too. How they are is told at',
      '/healthz, /readyz, /metrics and /statusz. What happens is told on standard output, a line of JSON each.',
    ].join('\n'),
    examples: [
      {
        what: 'Measure what nodes use and publish it, with a kubeconfig',
        line: `${programName} serve --role collector --prometheus-url http://prometheus:9090`,
      },
      {
        what: 'Propose moves off hot nodes too, for somebody to approve',
        line: `${programName} serve --role collector,rescheduler --prometheus-url http://prometheus:9090`,
      },
      { what: 'In a pod, with a file', line: `${programName} serve --role collector --config plimsoll.yaml` },
    ],
  };
}

interface ServeFlags extends ClusterFlags {
  readonly role: readonly Role[];
}

/** `plimsoll serve`: the roles of a cluster. */
export function serveCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('serve'), story(terminal.programName))
    .summary(`Run roles: ${builtRoleNames.join(', ')}`)
    .helpGroup('Cluster Commands:')
    .addOption(rolesFlag('What to be').makeOptionMandatory());
  return addConfigFlags(addClusterFlags(command)).action(async (flags: ServeFlags, self: Command) => {
    const built = builtRoles(flags.role);
    const { kubeconfig, context, cluster, user } = flags;
    // other commands start in half the time without all that a role is made of
    const { serveRoles } = await import('#app/live/serve-roles.ts');
    await serveRoles(
      { roles: built, places: placesFrom(self, terminal.env), cluster: { kubeconfig, context, cluster, user } },
      terminal,
    );
  });
}
