import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { CallOptions } from './call-options.ts';
import { fromOptions } from './call-options.ts';
import type { KubeClient } from './kube-client.ts';
import { isRecord } from './parse-answer.ts';
import type { PolicyRule } from './rights.ts';

export interface ServerVersion {
  readonly major: number;
  /** `37` of "37+", as some distributions write it. */
  readonly minor: number;
  /** `v1.37.2-eks-1234` */
  readonly full: string;
}

export const serverVersionRight: PolicyRule = { nonResourceURLs: ['/version'], verbs: ['get'] };

export async function serverVersion(client: KubeClient, options: CallOptions = {}): Promise<ServerVersion> {
  const answer = await client.askJson({
    method: 'GET',
    path: '/version',
    repeatable: 'yes',
    ...fromOptions(options, 'read'),
  });
  const { major, minor, gitVersion } = isRecord(answer) ? answer : {};
  const version = {
    major: leadingNumber(major),
    minor: leadingNumber(minor),
    full: typeof gitVersion === 'string' ? gitVersion : '',
  };
  if (Number.isNaN(version.major) || Number.isNaN(version.minor))
    throw new KubeFault('kube/malformed', 'asking for the version of the API server: the answer names none', {
      retry: 'never',
    });
  return version;
}

const leadingNumber = (text: unknown): number => Number.parseInt(String(text), 10);
