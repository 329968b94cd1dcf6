import type { ControlPlaneKeys } from './keys.ts';

const base64 = (pem: string): string => Buffer.from(pem).toString('base64');

/** An administrator's kubeconfig, as an object: JSON is YAML too. */
export function adminKubeconfig(url: string, keys: ControlPlaneKeys): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'plimsoll-test',
    contexts: [{ name: 'plimsoll-test', context: { cluster: 'plimsoll-test', user: 'admin' } }],
    clusters: [{ name: 'plimsoll-test', cluster: { server: url, 'certificate-authority-data': base64(keys.ca.cert) } }],
    users: [
      {
        name: 'admin',
        user: {
          'client-certificate-data': base64(keys.admin.cert),
          'client-key-data': base64(keys.admin.key),
        },
      },
    ],
  };
}
