import { Command, InvalidArgumentError, Option } from 'commander';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { builtRoleNames, builtRoles, type Role } from '#app/live/roles.ts';
import { outputOption } from '#app/flags/output-format.ts';
import { rolesFlag } from '#app/roles-flag.ts';
import type { Terminal } from '#app/terminal.ts';
import { version } from '#app/version.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Print what installs Plimsoll: everything that the chosen roles need, and nothing else.',
      '',
      'A namespace in which Pod Security "restricted" is enforced; our kinds and their admission policy, where a role',
      'uses them; for each role an account, the rights that its code declares, a Deployment and a disruption budget;',
      'and a ConfigMap with the options given here (flags, environment, --config) that differ from the defaults.',
      'Nothing is sent to a cluster: apply it with kubectl. `uninstall` takes all of it away again.',
      '',
      'With --surge roles may create pods, by which a new pod is started before the old one goes. That right is near',
      'to administration, since a pod may use any account of its namespace; without it pods are evicted.',
    ].join('\n'),
    examples: [
      {
        what: 'Install',
        line: `${programName} manifests --prometheus-url http://prometheus.monitoring:9090 | kubectl apply --server-side -f -`,
      },
      {
        what: 'What an upgrade would change',
        line: `${programName} manifests --config plimsoll.yaml | kubectl diff -f -`,
      },
      { what: 'Measuring and publishing alone', line: `${programName} manifests --role collector` },
      {
        what: 'With an image of your own',
        line: `${programName} manifests --image registry.example/plimsoll:${version}`,
      },
    ],
  };
}

interface ManifestsFlags {
  readonly role?: readonly Role[];
  readonly image: string;
  readonly replicas: number;
  readonly surge?: true;
  readonly networkPolicy?: true;
  readonly output: 'yaml' | 'json';
}

/** `plimsoll manifests`: what is to be applied. */
export function manifestsCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('manifests'), story(terminal.programName))
    .summary('Print what installs the chosen roles, for kubectl to apply')
    .helpGroup('Installation Commands:')
    .addOption(rolesFlag('What to install; else every role that this release has'))
    .addOption(new Option('--image <IMAGE>', 'The image that roles run.').default(`plimsoll:${version}`))
    .addOption(new Option('--replicas <COUNT>', 'Of each role; of a loop one acts.').argParser(countOf).default(2, '2'))
    .addOption(new Option('--surge', 'Grant the right to create pods too.'))
    .addOption(new Option('--network-policy', 'Let pods of ours reach DNS, API server and Prometheus alone.'))
    .addOption(outputOption(['yaml', 'json'], 'yaml'));
  return addConfigFlags(command).action(async (flags: ManifestsFlags, self: Command) => {
    const { role = builtRoleNames, image, replicas, output: format } = flags;
    const { printManifests } = await import('#app/install/print-manifests.ts');
    await printManifests(
      {
        image,
        replicas,
        format,
        roles: builtRoles(role),
        places: placesFrom(self, terminal.env),
        surge: flags.surge === true ? 'granted' : 'withheld',
        networkPolicy: flags.networkPolicy === true ? 'wanted' : 'none',
      },
      terminal,
    );
  });
}

function countOf(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new InvalidArgumentError(`${text} is not a number of replicas.`);
  return Number(text);
}
