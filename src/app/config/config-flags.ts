import { type Command, Option } from 'commander';
import { type Leaf, leaves } from '#app/config/leaves.ts';
import type { LeafKind } from '#app/config/leaf.ts';
import type { ConfigPlaces } from '#app/config/open-config.ts';
import type { Environment } from '#app/config/text-layer.ts';
import { writtenText } from '#app/config/written.ts';

const PLACEHOLDERS: Readonly<Record<LeafKind, string>> = {
  ratio: 'RATIO',
  number: 'NUMBER',
  count: 'COUNT',
  duration: 'DURATION',
  url: 'URL',
  text: 'TEXT',
  choice: 'CHOICE',
  list: 'A,B',
  map: 'NAME=VALUE,…',
};

/** The options that have one. */
const flags = leaves.flatMap((leaf) => (leaf.meta.flag === undefined ? [] : [{ leaf, flag: leaf.meta.flag }]));

/** Adds `--config` and one flag for every option of the configuration. */
export function addConfigFlags(command: Command): Command {
  command.addOption(new Option('--config <FILE>', 'Configuration file, in YAML.'));
  for (const { leaf, flag } of flags) command.addOption(optionOf(leaf, flag));
  return command;
}

function optionOf({ meta, fallback }: Leaf, flag: string): Option {
  const placeholder = meta.choices?.join('|') ?? PLACEHOLDERS[meta.kind];
  const environment = meta.environment === undefined ? '' : ` Environment: ${meta.environment}.`;
  const option = new Option(`--${flag} <${placeholder}>`, `${meta.description}${environment}`);
  // shown only: a default of commander's own would outvote the environment and the file
  if (fallback !== undefined) option.defaultValueDescription = writtenText(fallback);
  return option.helpGroup('Configuration Flags (each outvotes environment, file and default):');
}

/** The places to read configuration from, as a parsed command line and the environment name them. */
export function placesFrom(command: Command, environment: Environment): ConfigPlaces {
  const given = command.opts<Record<string, string | undefined>>();
  const texts = new Map<string, string>();
  for (const { flag } of flags) {
    const text = given[attributeOf(flag)];
    if (text !== undefined) texts.set(flag, text);
  }
  return { file: given['config'], environment, flags: texts };
}

function attributeOf(flag: string): string {
  return new Option(`--${flag}`).attributeName();
}
