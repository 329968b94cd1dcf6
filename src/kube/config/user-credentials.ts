import { kubeFault } from '#kube/faults.ts';
import { clientCertificate } from './client-certificate.ts';
import type { Credentials } from './credentials.ts';
import { anonymous, basic, bearer, staticToken, together } from './credentials.ts';
import type { PluginSurroundings } from '#kube/config/exec/ask-plugin.ts';
import { askPlugin } from '#kube/config/exec/ask-plugin.ts';
import type { ExecCredentialsOptions } from '#kube/config/exec/exec-credentials.ts';
import { execCredentials } from '#kube/config/exec/exec-credentials.ts';
import { execPluginOf } from '#kube/config/exec/exec-plugin.ts';
import type { ExecCluster } from '#kube/config/exec/exec-request.ts';
import type { Impersonation } from './kube-config.ts';
import type { ExecEntry, UserEntry } from './kubeconfig.ts';
import type { RotatingOptions, Written } from './rotating.ts';
import { tokenFile, tokenFileOr } from './token-file.ts';

/** What credentials of any kind need besides the entry they are written in. */
export interface CredentialsOptions {
  readonly rotating: RotatingOptions;
  readonly plugins: PluginSurroundings & ExecCredentialsOptions;
}

/**
 * The credentials a user entry describes, in client-go's order: a client certificate goes along with a token or
 * a password, and an exec plugin runs only when there is none of them.
 */
export async function userCredentials(
  user: UserEntry,
  cluster: () => Promise<ExecCluster>,
  options: CredentialsOptions,
): Promise<Credentials> {
  refuseMixtures(user);
  const certificate = certificateOf(user, options.rotating);
  await certificate?.clientCertificate?.(-Infinity); // what is wrong is said now; counts as old at once
  const shown = await shownInHeaders(user, options.rotating);
  if (shown) return certificate ? together(certificate, shown) : shown;
  if (certificate) return certificate;
  return user.exec ? pluginCredentials(user, user.exec, cluster, options.plugins) : anonymous;
}

/** Whom the user entry asks to be taken for. */
export function impersonationOf(user: UserEntry): Impersonation | undefined {
  const { impersonate } = user;
  if (impersonate.user !== undefined) return { ...impersonate, user: impersonate.user };
  if (impersonate.uid === undefined && impersonate.groups.length === 0 && Object.keys(impersonate.extra).length === 0) {
    return undefined;
  }
  throw kubeFault(
    'kube/bad-kubeconfig',
    `reading kubeconfig ${user.at('as')} must be set where as-uid, as-groups or as-user-extra is`,
  );
}

function refuseMixtures(user: UserEntry): void {
  if (user.authProvider !== undefined) {
    throw kubeFault(
      'kube/bad-kubeconfig',
      `reading kubeconfig ${user.at('auth-provider')}: Kubernetes removed auth-provider (${user.authProvider}) in 1.26`,
      {
        remedy:
          'use an exec plugin in its place, such as gke-gcloud-auth-plugin, kubelogin (Azure), kubectl-oidc_login or aws eks get-token; the cluster’s own tool writes that into the kubeconfig',
      },
    );
  }
  if (isBasic(user) && (user.token !== undefined || user.tokenFile !== undefined)) {
    throw kubeFault(
      'kube/bad-kubeconfig',
      `reading kubeconfig ${user.at()}: it has a token and a user name, and only one can be shown`,
    );
  }
}

const isBasic = (user: UserEntry): boolean => user.username !== undefined || user.password !== undefined;

function certificateOf(user: UserEntry, options: RotatingOptions): Credentials | undefined {
  const cert = written(user.clientCertificateData, user.clientCertificate);
  if (!cert) return undefined; // a key alone says nothing, to kubectl as well
  const key = written(user.clientKeyData, user.clientKey);
  if (key) return clientCertificate(cert, key, options);
  throw kubeFault(
    'kube/bad-kubeconfig',
    `reading kubeconfig ${user.at('client-key')} or client-key-data must go with the client certificate`,
  );
}

function written(inline: Buffer | undefined, file: string | undefined): Written | undefined {
  if (inline) return { kind: 'inline', text: inline.toString('utf8') };
  return file === undefined ? undefined : { kind: 'file', file };
}

async function shownInHeaders(user: UserEntry, options: RotatingOptions): Promise<Credentials | undefined> {
  const { token, tokenFile: file } = user;
  if (file !== undefined) {
    const rotating =
      token === undefined ? tokenFile(file, options) : tokenFileOr(bearer(token, user.at('token')), file, options);
    await rotating.headers(-Infinity);
    return rotating;
  }
  if (token !== undefined) return staticToken(token, user.at('token'));
  return isBasic(user) ? basic(user.username ?? '', user.password ?? '') : undefined;
}

function pluginCredentials(
  user: UserEntry,
  entry: ExecEntry,
  cluster: () => Promise<ExecCluster>,
  options: CredentialsOptions['plugins'],
): Credentials {
  const plugin = execPluginOf(entry, (field) => user.at('exec', field), cluster);
  return execCredentials(plugin.command, () => askPlugin(plugin, options), options, options.observer);
}
