import { type Command, Option } from 'commander';
import { type Leaf, leaves } from '#app/config/leaves.ts';
import type { LeafKind } from '#app/config/leaf.ts';
import type { ConfigPlaces } from '#app/config/open-config.ts';
import type { Environment } from '#app/config/text-layer.ts';

const PLACEHOLDERS: Readonly<Record<LeafKind, string>> = {
  ratio: 'RATIO',
  number: 'NUMBER',
  count: 'COUNT',
  duration: 'DURATION',
  url: 'URL',
  text: 'TEXT',
  choice: 'CHOICE',
};

/** Adds `--config` and one flag for every option of the configuration. */
export function addConfigFlags(command: Command): Command {
  command.addOption(new Option('--config <FILE>', 'Configuration file, in YAML.'));
  for (const leaf of leaves) command.addOption(flagOf(leaf));
  return command;
}

function flagOf({ meta, fallback }: Leaf): Option {
  const placeholder = meta.choices?.join('|') ?? PLACEHOLDERS[meta.kind];
  const environment = meta.environment === undefined ? '' : ` Environment: ${meta.environment}.`;
  const option = new Option(`--${meta.flag} <${placeholder}>`, `${meta.description}${environment}`);
  // shown only: a default of commander's own would outvote the environment and the file
  if (fallback !== undefined) option.defaultValueDescription = String(fallback);
  return option.helpGroup('Configuration Flags (each outvotes environment, file and default):');
}

/** The places to read configuration from, as a parsed command line and the environment name them. */
export function placesFrom(command: Command, environment: Environment): ConfigPlaces {
  const given = command.opts<Record<string, string | undefined>>();
  const flags = new Map<string, string>();
  for (const { meta } of leaves) {
    const text = given[attributeOf(meta.flag)];
    if (text !== undefined) flags.set(meta.flag, text);
  }
  return { file: given['config'], environment, flags };
}

function attributeOf(flag: string): string {
  return new Option(`--${flag}`).attributeName();
}
