import { kubeControlStore } from '#actuators/control/kube-control-store.ts';
import type { ControlSwitch, Hold } from '#api/control-switch.ts';
import { liveFault } from '#app/live/faults.ts';
import { type OpenCluster, type Opening, withCluster } from '#app/once/open-cluster.ts';
import { whoWeAre } from '#app/once/who-we-are.ts';
import { type OutputFormat, structured } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { instantText } from '#load/instant.ts';
import type { ControlStore } from '#ports/control-store.ts';
import { holdText } from '#views/status/hold-text.ts';

export interface SwitchAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
}

export interface PauseAsk extends SwitchAsk {
  readonly reason: string | undefined;
}

/** Holds back every move that has not begun. */
export async function pause({ opening, format, reason }: PauseAsk, terminal: Terminal): Promise<void> {
  await withCluster(opening, terminal, async (cluster) => {
    const store = storeOf(cluster);
    const who = await whoWeAre(cluster.client, cluster.signal);
    const since = instantText(cluster.clock.now());
    const hold: Hold = { kind: 'held', since, reason: reason === undefined ? `by ${who}` : `${reason} (${who})` };
    const now = await written(cluster, store, { pause: hold });
    const resume = `${terminal.programName} resume`;
    const told = `Paused: no move begins before \`${resume}\`; moves under way are seen to their end.\n`;
    terminal.stdout.write(answer(now, format, told));
  });
}

/** Lets moves begin again: lifts the pause, and closes the breaker. */
export async function resume({ opening, format }: SwitchAsk, terminal: Terminal): Promise<void> {
  await withCluster(opening, terminal, async (cluster) => {
    const store = storeOf(cluster);
    const before = await store.read(cluster.signal);
    const held = (['pause', 'breaker'] as const).filter((which) => before[which].kind === 'held');
    const since = instantText(cluster.clock.now());
    // moves that failed before then are not held against those to come
    const lifted = Object.fromEntries(held.map((which) => [which, { kind: 'free', since } as const]));
    const now = held.length === 0 ? before : await written(cluster, store, lifted);
    terminal.stdout.write(answer(now, format, liftedText(before)));
  });
}

function liftedText({ pause: paused, breaker }: ControlSwitch): string {
  if (paused.kind === 'free' && breaker.kind === 'free')
    return 'Nothing was held back: neither paused, nor was the breaker open.\n';
  const lines = [
    ...(paused.kind === 'free' ? [] : [`Resumed; it was paused ${holdText(paused)}.`]),
    ...(breaker.kind === 'free' ? [] : [`The circuit breaker is closed; it was open ${holdText(breaker)}.`]),
  ];
  return `${lines.join('\n')}\n`;
}

const storeOf = ({ client, config }: OpenCluster): ControlStore =>
  kubeControlStore(client, config.leadership.namespace);

async function written(
  { config, signal }: OpenCluster,
  store: ControlStore,
  holds: Parameters<ControlStore['write']>[0],
): Promise<ControlSwitch> {
  try {
    return await store.write(holds, signal);
  } catch (thrown) {
    if (!(thrown instanceof KubeFault) || thrown.code !== 'kube/not-found') throw thrown;
    const { namespace } = config.leadership;
    throw liveFault('serve/no-namespace', `writing the kill switch: there is no namespace ${namespace}`, {
      cause: thrown,
    });
  }
}

function answer(now: ControlSwitch, format: OutputFormat, told: string): string {
  return format === 'json' || format === 'yaml' ? structured(now, format) : told;
}
