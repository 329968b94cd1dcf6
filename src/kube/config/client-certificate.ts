import { createSecureContext } from 'node:tls';
import { kubeFault } from '#kube/faults.ts';
import { messageOf } from './cause.ts';
import type { ClientCertificate, Credentials } from './credentials.ts';
import type { RotatingOptions, Written } from './rotating.ts';
import { rotating } from './rotating.ts';

/** A client certificate and its key, each inline or in a file. */
export function clientCertificate(cert: Written, key: Written, options: RotatingOptions): Credentials {
  const pair = rotating([cert, key], ([certPem = '', keyPem = '']) => pairOf(certPem, keyPem, nameOf(cert)), options);
  return {
    headers: () => Promise.resolve({}),
    clientCertificate: (now) => pair.read(now),
    refused: () => pair.distrust(),
  };
}

/** A pair TLS accepts: while files rotate, the new certificate may stand beside the old key for a moment. */
export function pairOf(cert: string, key: string, whence: string): ClientCertificate {
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    throw kubeFault('kube/bad-credentials', `loading client certificate and key ${whence}: ${messageOf(cause)}`, {
      cause,
      retry: 'soon',
    });
  }
  return { cert, key };
}

const nameOf = (written: Written): string => (written.kind === 'file' ? written.file : 'of the kubeconfig');
