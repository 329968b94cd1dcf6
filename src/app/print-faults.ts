import { styleText } from 'node:util';
import { cliFault } from '#app/faults.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '#app/exit-codes.ts';
import { Interruption, type Invocation, wantsColour } from '#app/terminal.ts';
import { Fault } from '#base/fault.ts';

type Paint = (colour: 'red' | 'cyan', text: string) => string;

/** Says on stderr why a run ended, and with which exit code it ends. */
export function printFaults(thrown: unknown, { stderr, env }: Invocation): ExitCode {
  if (thrown instanceof Interruption)
    return thrown.signalName === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated;
  const colour = wantsColour(stderr, env);
  const paint: Paint = (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const faults = faultsIn(thrown);
  if (faults === undefined) return printUnexpected(thrown, stderr.write.bind(stderr), paint);
  stderr.write(faults.map((fault, index) => faultText(fault, faults[index + 1], paint)).join(''));
  // of several, the gravest says how the process ends
  return faults.map((fault) => exitCodeOf(fault.code)).reduce((gravest, code) => (code > gravest ? code : gravest));
}

/** Faults that were found together are thrown together. */
function faultsIn(thrown: unknown): readonly Fault[] | undefined {
  if (thrown instanceof Fault) return [thrown];
  if (!(thrown instanceof AggregateError) || thrown.errors.length === 0) return undefined;
  const errors: readonly unknown[] = thrown.errors;
  return errors.every((error) => error instanceof Fault) ? errors : undefined;
}

function faultText(fault: Fault, next: Fault | undefined, paint: Paint): string {
  const head = `${paint('red', `error[${fault.code}]:`)} ${fault.message}\n`;
  // one remedy for a run of like faults: said once, below them
  return next?.remedy === fault.remedy ? head : `${head}  ${paint('cyan', 'remedy:')} ${fault.remedy}\n`;
}

function printUnexpected(thrown: unknown, write: (text: string) => unknown, paint: Paint): ExitCode {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (thrown instanceof Error && thrown.stack !== undefined) write(`${thrown.stack}\n`);
  const fault = cliFault('cli/unexpected', message, { cause: thrown });
  write(faultText(fault, undefined, paint));
  return exitCodeOf(fault.code);
}
