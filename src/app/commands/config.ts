import { Command, Option } from 'commander';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { exampleFile } from '#app/config/example-file.ts';
import { treeOf } from '#app/config/leaves.ts';
import { openConfig } from '#app/config/open-config.ts';
import { describeOrigin } from '#app/config/origin.ts';
import type { Setting } from '#app/config/read-config.ts';
import { writtenText } from '#app/config/written.ts';
import { type OutputFormat, outputOption, structured } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';
import { type Column, table } from '#views/table.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Print the configuration in force, and where each value comes from.',
      '',
      'A value is taken from a flag, else from the environment, else from the file given by --config,',
      'else it is the default. Everything wrong in any of these is told at once.',
    ].join('\n'),
    examples: [
      { what: 'What is in force, with the environment of this shell', line: `${programName} config` },
      { what: 'Check a file before it is rolled out', line: `${programName} config --config plimsoll.yaml` },
      {
        what: 'Begin a file with every default and its comment',
        line: `${programName} config --example > plimsoll.yaml`,
      },
      { what: 'Try a value, for machines to read', line: `${programName} config --cpu-threshold 0.7 -o json` },
    ],
  };
}

interface ConfigCommandFlags {
  readonly output: OutputFormat;
  readonly example?: true;
}

/** `plimsoll config`: the configuration in force and its origins, or the whole example file. */
export function configCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('config'), story(terminal.programName))
    .summary('Print the configuration in force and where each value comes from')
    .helpGroup('Settings Commands:')
    .addOption(outputOption(['table', 'wide', 'json', 'yaml'], 'table'))
    .addOption(
      new Option('--example', 'Print a whole configuration file with defaults and comments.').conflicts('config'),
    );
  return addConfigFlags(command).action(async (flags: ConfigCommandFlags, self: Command) => {
    if (flags.example === true) terminal.stdout.write(exampleFile());
    else await printConfig(terminal, self, flags.output);
  });
}

async function printConfig(terminal: Terminal, self: Command, format: OutputFormat): Promise<void> {
  const reading = await openConfig(placesFrom(self, terminal.env));
  if (reading.kind === 'bad') throw new AggregateError(reading.faults);
  terminal.stdout.write(settingsText(reading.settings, format));
}

const columns: readonly Column<Setting>[] = [
  { header: 'PATH', cell: ({ leaf }) => leaf.path },
  { header: 'VALUE', cell: ({ shown }) => (shown === null ? '<none>' : writtenText(shown)) },
  { header: 'ORIGIN', cell: ({ origin }) => describeOrigin(origin) },
];
const wideColumns: readonly Column<Setting>[] = [
  ...columns,
  { header: 'DESCRIPTION', cell: ({ leaf }) => leaf.meta.description },
];

function settingsText(settings: readonly Setting[], format: OutputFormat): string {
  if (format === 'table') return table(columns, settings);
  if (format === 'wide') return table(wideColumns, settings);
  const byLeaf = new Map(settings.map((setting) => [setting.leaf, setting]));
  const tree = treeOf((leaf) => {
    const { shown, origin } = byLeaf.get(leaf)!;
    return [leaf.key, { value: shown, origin: describeOrigin(origin) }];
  });
  return structured(tree, format);
}
