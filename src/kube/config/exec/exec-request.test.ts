import { describe, expect, test } from 'vitest';
import { execRequest } from './exec-request.ts';

const cluster = {
  server: 'https://127.0.0.1:9',
  tlsServerName: undefined,
  insecureSkipTlsVerify: false,
  certificateAuthority: undefined,
  proxyUrl: undefined,
  disableCompression: false,
  config: undefined,
};

// What a plugin finds in KUBERNETES_EXEC_INFO under kubectl v1.32.4, letter by letter.
describe('a plugin is asked as kubectl asks it', () => {
  const cases = [
    {
      name: 'knowing nothing of the cluster',
      got: execRequest('client.authentication.k8s.io/v1', false, undefined),
      want: '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"interactive":false}}',
    },
    {
      name: 'in the older version too',
      got: execRequest('client.authentication.k8s.io/v1beta1', true, undefined),
      want: '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","spec":{"interactive":true}}',
    },
    {
      name: 'knowing a cluster that is not verified',
      got: execRequest('client.authentication.k8s.io/v1', false, {
        ...cluster,
        insecureSkipTlsVerify: true,
        proxyUrl: 'http://127.0.0.1:8',
      }),
      want: '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"cluster":{"server":"https://127.0.0.1:9","insecure-skip-tls-verify":true,"proxy-url":"http://127.0.0.1:8","config":null},"interactive":false}}',
    },
    {
      name: 'knowing everything',
      got: execRequest('client.authentication.k8s.io/v1', false, {
        ...cluster,
        tlsServerName: 'x.y',
        certificateAuthority: 'PEM',
        disableCompression: true,
        config: { audience: 'x' },
      }),
      want: '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","spec":{"cluster":{"server":"https://127.0.0.1:9","tls-server-name":"x.y","certificate-authority-data":"UEVN","disable-compression":true,"config":{"audience":"x"}},"interactive":false}}',
    },
  ];
  for (const c of cases) test(c.name, () => expect(c.got).toBe(c.want));
});
