import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { SuiteOptions } from './measure.ts';

/** What is asked for on the command line; `wrong` says in one line what cannot be. */
export type BenchAsk =
  | { readonly kind: 'help' }
  | { readonly kind: 'check' }
  | { readonly kind: 'run'; readonly suites: readonly string[]; readonly options: SuiteOptions }
  | { readonly kind: 'wrong'; readonly complaint: string };

export interface KnownSuites {
  readonly names: readonly string[];
  /** The options of those of them that are named. */
  readonly optionsOf: (names: readonly string[]) => Promise<ParseArgsOptionsConfig>;
}

/** Reads the command line, of which the options depend on the suites that are named. */
export async function benchAsk(args: readonly string[], known: KnownSuites): Promise<BenchAsk> {
  const options = await known.optionsOf(known.names.filter((name) => args.includes(name)));
  const read = readArguments(args, { ...options, ...own });
  if ('complaint' in read) return { kind: 'wrong', complaint: read.complaint };
  const { help, check, ...ofSuites } = read.values;
  const unknown = read.positionals.filter((name) => !known.names.includes(name));
  if (help === true) return { kind: 'help' };
  if (unknown.length > 0) return { kind: 'wrong', complaint: `no suite is named ${unknown.join(', ')}` };
  if (check === true) return { kind: 'check' };
  if (read.positionals.length === 0) return { kind: 'wrong', complaint: 'no suite is named' };
  return { kind: 'run', suites: read.positionals, options: ofSuites };
}

const own = { help: { type: 'boolean', short: 'h' }, check: { type: 'boolean' } } as const;

function readArguments(
  args: readonly string[],
  options: ParseArgsOptionsConfig,
): { readonly values: SuiteOptions; readonly positionals: readonly string[] } | { readonly complaint: string } {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    // after the first sentence Node explains how it reads command lines
    const [complaint = thrown.message] = thrown.message.split(/\. |\.?\n/, 1);
    return { complaint };
  }
}
