import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, sep } from 'node:path';

/** The variables a program is started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The file that `command` names: itself when it is a path, else the first match in PATH; nothing when there is none. */
export async function findCommand(command: string, env: Environment): Promise<string | undefined> {
  for (const file of candidates(command, env)) {
    if (await canRun(file)) return file;
  }
  return undefined;
}

function candidates(command: string, env: Environment): readonly string[] {
  const endings = (env['PATHEXT'] ?? '').split(';'); // Windows; elsewhere one ending, the empty one
  if (command.includes(sep)) return endings.map((ending) => command + ending);
  // an empty part of PATH means the current folder to a shell, and nothing here: we run nothing that happens to lie around
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => endings.map((ending) => join(folder, command + ending)));
}

async function canRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    const found = await stat(file);
    return found.isFile();
  } catch {
    return false;
  }
}
