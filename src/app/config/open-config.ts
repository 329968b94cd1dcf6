import { readFile } from 'node:fs/promises';
import { configFault } from '#app/config/faults.ts';
import type { ConfigFile } from '#app/config/file-layer.ts';
import { type ConfigReading, readConfig } from '#app/config/read-config.ts';
import type { Environment, Flags } from '#app/config/text-layer.ts';
import { Fault } from '#base/fault.ts';

/** The places a configuration is read from; the file by its path. */
export interface ConfigPlaces {
  readonly file?: string | undefined;
  readonly environment: Environment;
  readonly flags: Flags;
}

/** Reads the file, if there is one, and the other places; a file that cannot be read is a bad reading, not a throw. */
export async function openConfig({ file, environment, flags }: ConfigPlaces): Promise<ConfigReading> {
  if (file === undefined) return readConfig({ environment, flags });
  const opened = await openConfigFile(file);
  if (opened instanceof Fault) return { kind: 'bad', faults: [opened] };
  return readConfig({ file: opened, environment, flags });
}

const LARGEST_FILE_BYTES = 1_048_576;

/** The text of a configuration file, or why there is none. */
export async function openConfigFile(path: string): Promise<ConfigFile | Fault> {
  try {
    const bytes = await readFile(path);
    if (bytes.length > LARGEST_FILE_BYTES)
      return configFault('config/unreadable', `reading ${path}: it is above 1 MiB`);
    return { name: path, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (cause) {
    return configFault('config/unreadable', `reading ${path}: ${whyUnreadable(cause)}`, { cause });
  }
}

const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
};

function whyUnreadable(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const known = 'code' in cause ? WHY_UNREADABLE[String(cause.code)] : undefined;
  return known ?? cause.message;
}
