import { basename } from 'node:path';
import { Command, CommanderError } from 'commander';
import { tellProgram } from '#app/command-help.ts';
import { approveCommand } from '#app/commands/approve.ts';
import { backtestCommand } from '#app/commands/backtest.ts';
import { completionCommand } from '#app/commands/completion.ts';
import { configCommand } from '#app/commands/config.ts';
import { demoCommand } from '#app/commands/demo.ts';
import { doctorCommand } from '#app/commands/doctor.ts';
import { explainCommand } from '#app/commands/explain.ts';
import { manifestsCommand } from '#app/commands/manifests.ts';
import { moveCommand } from '#app/commands/move.ts';
import { pauseCommand } from '#app/commands/pause.ts';
import { planCommand } from '#app/commands/plan.ts';
import { resumeCommand } from '#app/commands/resume.ts';
import { recordCommand } from '#app/commands/record.ts';
import { serveCommand } from '#app/commands/serve.ts';
import { simulateCommand } from '#app/commands/simulate.ts';
import { statusCommand } from '#app/commands/status.ts';
import { topCommand } from '#app/commands/top.ts';
import { uninstallCommand } from '#app/commands/uninstall.ts';
import { versionCommand } from '#app/commands/version.ts';
import { type ExitCode, exitCodes } from '#app/exit-codes.ts';
import { printFaults } from '#app/print-faults.ts';
import type { Invocation, Terminal } from '#app/terminal.ts';
import { usageFault } from '#app/usage-fault.ts';
import { version } from '#app/version.ts';

const INTRODUCTION = 'plimsoll keeps every Kubernetes node below its load line.';

/** Runs one command line to its end; whatever goes wrong is printed and becomes the exit code. */
export async function runProgram(invocation: Invocation): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const programName = programNameOf(invocation.argv[1]);
  const terminal: Terminal = { ...invocation, programName, conclude: (code) => (exitCode = code) };
  const typed = invocation.argv.slice(2);
  try {
    await programFor(terminal).parseAsync(typed.length === 0 ? ['--help'] : typed, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return printFaults(error, invocation);
    return error.exitCode === 0 ? exitCodes.done : printFaults(usageFault(error, programName), invocation);
  }
}

/** The whole command line, ready to parse. */
export function programFor(terminal: Terminal): Command {
  const program = tellProgram(new Command(terminal.programName), INTRODUCTION)
    .version(`plimsoll ${version}`, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Print help.')
    .usage('<command> [flags]');
  const commands = [
    topCommand,
    explainCommand,
    planCommand,
    doctorCommand,
    recordCommand,
    serveCommand,
    moveCommand,
    approveCommand,
    pauseCommand,
    resumeCommand,
    statusCommand,
    manifestsCommand,
    uninstallCommand,
    demoCommand,
    simulateCommand,
    backtestCommand,
    configCommand,
    completionCommand,
    versionCommand,
  ];
  for (const command of commands.map((made) => made(terminal))) {
    program.addCommand(command.helpOption('-h, --help', 'Print help.'));
  }
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      outputError: () => undefined, // printed with its code and remedy when it is caught
    });
  }
  return program;
}

// kubectl finds plugins by file name: `kubectl plimsoll` starts a file called kubectl-plimsoll
function programNameOf(script = ''): string {
  return basename(script).startsWith('kubectl-plimsoll') ? 'kubectl plimsoll' : 'plimsoll';
}
