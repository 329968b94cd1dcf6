import { kubeFault } from '#kube/faults.ts';
import type { Rotating, RotatingOptions, Written } from './rotating.ts';
import { rotating } from './rotating.ts';

/** The authority that signs the server's certificate, PEM, inline or in a file. */
export function certificateAuthority(written: Written, options: RotatingOptions): Rotating<string> {
  return rotating([written], ([text = '']) => authorityOf(text, written), options);
}

function authorityOf(text: string, written: Written): string {
  if (text.includes('-----BEGIN CERTIFICATE-----') || text.includes('-----BEGIN TRUSTED CERTIFICATE-----')) return text;
  const whence = written.kind === 'file' ? written.file : 'of the kubeconfig';
  throw kubeFault('kube/bad-credentials', `loading certificate authority ${whence}: it holds no PEM certificate`);
}
