import type { FaultOptions } from '#base/fault.ts';
import { kubeFault } from '#kube/faults.ts';
import type { ConfigurationObserver } from '#kube/config/observer.ts';
import type { ExecAnswer } from './exec-answer.ts';
import { readExecAnswer } from './exec-answer.ts';
import type { ExecPlugin } from './exec-plugin.ts';
import { execRequest } from './exec-request.ts';
import type { Environment } from './find-command.ts';
import { findCommand } from './find-command.ts';
import type { PluginEnd } from './run-plugin.ts';
import { runPlugin } from './run-plugin.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Where plugins run. */
export interface PluginSurroundings {
  /** Ours; plugins inherit it, and bare commands are looked up in its PATH. */
  readonly env: Environment;
  /** Whether somebody can answer a plugin's question. */
  readonly stdinIsTerminal: boolean;
  readonly timeoutMs: number;
  readonly observer: ConfigurationObserver;
}

/** Runs the plugin once: its credentials, or a fault that says what it said. */
export async function askPlugin(plugin: ExecPlugin, around: PluginSurroundings): Promise<ExecAnswer> {
  const terminal = wantsTerminal(plugin, around);
  const file = await findCommand(plugin.command, around.env);
  if (file === undefined) throw missing(plugin);
  const request = execRequest(plugin.apiVersion, terminal, await plugin.cluster?.());
  const env = { ...around.env, ...plugin.env, KUBERNETES_EXEC_INFO: request };
  const end = await runPlugin({ file, args: plugin.args, env, terminal, timeoutMs: around.timeoutMs });
  const said = end.kind === 'not-started' ? '' : withoutSecrets(end.said, secretsOf(plugin)).trim();
  if (said !== '') around.observer.pluginSaid?.(plugin.command, said);
  return answerOf(plugin, end, said);
}

function answerOf(plugin: ExecPlugin, end: PluginEnd, said: string): ExecAnswer {
  if (end.kind === 'answered') return readExecAnswer(plugin, end.printed);
  if (end.kind === 'not-started') throw failed(plugin, end.cause.message, { cause: end.cause });
  throw failed(plugin, said === '' ? end.how : `${end.how}, saying: ${lastLines(said)}`, { retry: 'soon' });
}

function wantsTerminal(plugin: ExecPlugin, around: PluginSurroundings): boolean {
  if (plugin.interactiveMode === 'Never') return false;
  if (plugin.interactiveMode === 'Always' && !around.stdinIsTerminal) {
    throw failed(plugin, 'its interactiveMode is Always, and standard input is not a terminal', {
      remedy: 'run this from a terminal, or give this user of the kubeconfig credentials that need nobody to be there',
    });
  }
  return around.stdinIsTerminal;
}

const missing = (plugin: ExecPlugin): Error =>
  failed(plugin, 'there is no such command', {
    remedy:
      plugin.installHint?.trim() ??
      `Install ${plugin.command}, or correct users[].user.exec.command in the kubeconfig.`,
  });

const failed = (plugin: ExecPlugin, why: string, options: FaultOptions): Error =>
  kubeFault('kube/exec-failed', `running credential plugin ${plugin.command}: ${why}`, options);

/** A kubeconfig may hand secrets to its plugin in the environment. */
const secretsOf = (plugin: ExecPlugin): readonly string[] =>
  Object.entries(plugin.env).flatMap(([name, value]) =>
    /token|secret|password|key|credential/i.test(name) ? [value] : [],
  );

const lastLines = (text: string): string => text.split('\n').slice(-5).join('\n').slice(-600);
