import { stringify } from 'yaml';
import { type ConfigPlaces, openConfig } from '#app/config/open-config.ts';
import type { Config } from '#app/config/schema.ts';
import type { Terminal } from '#app/terminal.ts';
import { configText } from './config-text.ts';
import type { InstallPlan, Manifest } from './install-plan.ts';
import { installObjects } from './install-objects.ts';

export interface ManifestsAsk extends Pick<InstallPlan, 'roles' | 'image' | 'replicas' | 'surge'> {
  readonly places: ConfigPlaces;
  readonly networkPolicy: 'wanted' | 'none';
  readonly format: 'yaml' | 'json';
}

/** Where a volume is mounted: the root of a role's file system cannot be written to. */
const HISTORY_FOLDER = '/var/lib/plimsoll';

/** Prints everything that is to be applied. */
export async function printManifests(ask: ManifestsAsk, terminal: Terminal): Promise<void> {
  const reading = await openConfig(ask.places);
  if (reading.kind === 'bad') throw new AggregateError(reading.faults);
  const { config, settings } = reading;
  const { historyFolder = HISTORY_FOLDER } = config.rescheduling;
  const { roles, image, replicas, surge } = ask;
  const objects = installObjects({
    roles,
    image,
    replicas,
    surge,
    namespace: config.leadership.namespace,
    config: configText(settings, roles.includes('rescheduler') ? { 'rescheduling.historyFolder': historyFolder } : {}),
    historyFolder,
    networkPolicy: ask.networkPolicy === 'none' ? 'none' : { egressPorts: portsOf(config) },
    httpPort: config.serving.httpPort,
  });
  terminal.stdout.write(textOf(objects, ask.format));
}

/** Where Prometheus listens. */
function portsOf({ sources }: Config): readonly number[] {
  const { url } = sources.prometheus;
  if (url === undefined) return [];
  const { port, protocol } = new URL(url);
  return [port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)];
}

/** Unfolded: CEL stays on one line. Shared objects are written out, since not every reader knows anchors. */
function textOf(objects: readonly Manifest[], format: ManifestsAsk['format']): string {
  if (format === 'json') return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, null, 2)}\n`;
  const texts = objects.map((object) => stringify(object, { lineWidth: 0, aliasDuplicateObjects: false }));
  return texts.join('---\n');
}
