import { Command } from 'commander';
import { tellStory } from '#app/command-help.ts';
import { type OutputFormat, outputOption, structured } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';
import { version } from '#app/version.ts';

/** `plimsoll version`: what runs here, for bug reports and machines. */
export function versionCommand(terminal: Terminal): Command {
  const story = {
    description: 'Print the version of Plimsoll and of what it runs on.',
    examples: [
      { what: 'For people', line: `${terminal.programName} version` },
      { what: 'For machines', line: `${terminal.programName} version -o json` },
    ],
  };
  return tellStory(new Command('version'), story)
    .summary('Print the version of Plimsoll and of what it runs on')
    .helpGroup('Other Commands:')
    .addOption(outputOption(['json', 'yaml']))
    .action(({ output }: { output?: Extract<OutputFormat, 'json' | 'yaml'> }) => {
      const versions = {
        plimsoll: version,
        node: process.versions.node,
        platform: `${process.platform}/${process.arch}`,
      };
      terminal.stdout.write(output === undefined ? plain(versions) : structured(versions, output));
    });
}

function plain(versions: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(versions).map((name) => name.length));
  return Object.entries(versions)
    .map(([name, value]) => `${name.padEnd(width)}   ${value}\n`)
    .join('');
}
