import { parse } from 'yaml';
import { kubeFault } from '#kube/faults.ts';
import { pairOf } from '#kube/config/client-certificate.ts';
import type { AuthHeaders, ClientCertificate } from '#kube/config/credentials.ts';
import { bearer } from '#kube/config/credentials.ts';
import type { ExecPlugin } from './exec-plugin.ts';

/** The credentials a plugin gave. */
export interface ExecAnswer {
  readonly headers: AuthHeaders;
  readonly certificate: ClientCertificate | undefined;
  /** Milliseconds since the epoch; nothing means until they are refused. */
  readonly expiresAt: number | undefined;
}

/** Reads what a plugin printed. Nothing of it ever stands in a message, nor in a cause: it may be a secret. */
export function readExecAnswer(plugin: ExecPlugin, printed: string): ExecAnswer {
  const refuse = (why: string): never => {
    throw kubeFault('kube/exec-failed', `reading what credential plugin ${plugin.command} printed: ${why}`);
  };
  const root = parsed(printed);
  if (root === undefined) return refuse('it is not an ExecCredential in JSON');
  const { kind, apiVersion } = root;
  if (kind !== 'ExecCredential') return refuse('its kind is not ExecCredential');
  if (apiVersion !== plugin.apiVersion) {
    return refuse(`its apiVersion is ${shortWord(apiVersion)}, and the kubeconfig says ${plugin.apiVersion}`);
  }
  const status = recordOf(root['status']);
  if (!status) return refuse('it has no status');

  const text = (field: string): string | undefined => {
    const value = status[field];
    if (value === undefined || value === null || value === '') return undefined;
    return typeof value === 'string' ? value : refuse(`status.${field} must be text`);
  };
  const token = text('token');
  const cert = text('clientCertificateData');
  const key = text('clientKeyData');
  if ((cert === undefined) !== (key === undefined)) return refuse('it has a client certificate or a key, and not both');
  if (token === undefined && cert === undefined) return refuse('it has neither a token nor a client certificate');
  const expires = text('expirationTimestamp');
  const expiresAt = expires === undefined ? undefined : Date.parse(expires);
  if (Number.isNaN(expiresAt)) return refuse('status.expirationTimestamp is not a time');

  const whence = `of credential plugin ${plugin.command}`;
  return {
    headers: token === undefined ? {} : bearer(token, whence),
    certificate: cert === undefined || key === undefined ? undefined : pairOf(cert, key, whence),
    expiresAt,
  };
}

/** JSON is what the protocol wants; kubectl takes YAML as well, of which JSON is a part. */
function parsed(printed: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return recordOf(parse(printed, { logLevel: 'error' }));
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

const shortWord = (value: unknown): string =>
  typeof value === 'string' && /^[\w./-]{1,60}$/.test(value) ? value : 'missing or no word';
