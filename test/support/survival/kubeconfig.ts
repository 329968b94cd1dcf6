import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubeConfig } from '#kube/config/kube-config.ts';
import { configurationDefaults, loadConfiguration } from '#kube/config/load-configuration.ts';

export interface WrittenKubeconfig {
  readonly file: string;
  /** Writes another token where the kubeconfig says it is. */
  rotate(token: string): void;
  remove(): void;
}

export interface Door {
  readonly url: string;
  readonly ca: string;
}

/** A kubeconfig whose user shows a bearer token that lies in a file beside it. */
export function writeKubeconfig({ url, ca }: Door, token: string): WrittenKubeconfig {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-survival-'));
  const file = join(folder, 'config');
  const tokenFile = join(folder, 'token');
  const authority = Buffer.from(ca).toString('base64');
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'proxy',
    contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'client' } }],
    clusters: [{ name: 'proxy', cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: 'client', user: { tokenFile } }],
  };
  const rotate = (next: string): void => writeFileSync(tokenFile, next, { mode: 0o600 });
  rotate(token);
  writeFileSync(file, JSON.stringify(kubeconfig), { mode: 0o600 });
  return { file, rotate, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const configurationIn = (file: string): Promise<KubeConfig> =>
  loadConfiguration(
    { kubeconfig: file },
    { env: {}, homeFolder: tmpdir(), stdinIsTerminal: false, observer: {} },
    configurationDefaults,
  );
