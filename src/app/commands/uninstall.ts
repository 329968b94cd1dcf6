import { Command, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { durationFlag } from '#app/flags/duration-flag.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Take away everything that Plimsoll installed or wrote, and nothing else.',
      '',
      'Deployments first, so that nobody writes any more; then clones and marks on nodes and pods, by who wrote them;',
      'PodMigrations with their kind, the admission policy, accounts and rights, Leases, ConfigMaps, and the namespace',
      'if nothing else is in it. What others made is not touched, whatever it is called. Moves in flight are waited',
      'for; where they do not end nothing is removed, and the exit code is 1. Doing it twice does nothing.',
      'Events pass by themselves, after an hour as a rule.',
    ].join('\n'),
    examples: [
      { what: 'See what would go', line: `${programName} uninstall --dry-run` },
      { what: 'Take it away', line: `${programName} uninstall --yes` },
      {
        what: 'Even if nobody sees moves to their end any more',
        line: `${programName} uninstall --yes --abandon-moves`,
      },
    ],
  };
}

interface UninstallFlags extends ClusterFlags {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly waitForMoves: number;
  readonly abandonMoves?: true;
  readonly output: OutputFormat;
}

/** `plimsoll uninstall`: leaves nothing behind. */
export function uninstallCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('uninstall'), story(terminal.programName))
    .summary('Take away everything that Plimsoll installed or wrote')
    .helpGroup('Installation Commands:')
    .addOption(new Option('--dry-run', 'Print what would be removed, and remove nothing.'))
    .addOption(new Option('-y, --yes', 'Do not ask.'))
    .addOption(
      new Option('--wait-for-moves <DURATION>', 'How long moves in flight are waited for.')
        .argParser(durationFlag)
        .default(600_000, '10m'),
    )
    .addOption(new Option('--abandon-moves', 'Undo moves that do not end: remove clones, put deletion costs back.'))
    .addOption(outputOption(['table', 'json', 'yaml'], 'table'));
  return addConfigFlags(addClusterFlags(command)).action(async (flags: UninstallFlags, self: Command) => {
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'uninstall' };
    const { uninstall } = await import('#app/install/uninstall.ts');
    await uninstall(
      {
        opening,
        format: flags.output,
        run: flags.dryRun === true ? 'dry' : 'really',
        consent: flags.yes === true ? 'given' : 'asked',
        awaitMovesMs: flags.waitForMoves,
        movesLeft: flags.abandonMoves === true ? 'undone' : 'kept',
      },
      terminal,
    );
  });
}
