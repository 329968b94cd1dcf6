import type { CommanderError } from 'commander';
import type { Fault } from '#base/fault.ts';
import { type CliFaultCode, cliFault } from '#app/faults.ts';

const CODES: Readonly<Record<string, CliFaultCode>> = {
  'commander.unknownCommand': 'cli/unknown-command',
  'commander.unknownOption': 'cli/unknown-flag',
};

/** What commander did not understand, said in our words: the message, its suggestion, and where to read on. */
export function usageFault(error: CommanderError, programName: string): Fault {
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const meant = suggestion === undefined ? '' : `: ${suggestion.replace(/^\(D(.*)\)$/, 'd$1')}`;
  const remedy = `run \`${programName} --help\` for the commands, \`${programName} <command> --help\` for the flags of one`;
  return cliFault(CODES[error.code] ?? 'cli/usage', `${inOurWords(message)}${meant}`, { remedy });
}

function inOurWords(message: string): string {
  return message.replace(/\boption\b/g, 'flag').replace(/\.$/, '');
}
