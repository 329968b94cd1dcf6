/** What one or several kubeconfig files say, before anything is chosen from them. Paths are absolute. */
export interface Kubeconfig {
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
}

/** A named entry knows where it was written: a message about it can point at the very field. */
export interface Entry {
  readonly name: string;
  /** `file:line:column: field path` of the entry itself, or of a field in it. */
  readonly at: (...fields: readonly string[]) => string;
}

export interface ClusterEntry extends Entry {
  readonly server: string | undefined;
  readonly certificateAuthority: string | undefined;
  readonly certificateAuthorityData: Buffer | undefined;
  readonly tlsServerName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  readonly proxyUrl: string | undefined;
  readonly disableCompression: boolean;
  /** What the extension `client.authentication.k8s.io/exec` holds: handed to exec plugins as it is. */
  readonly execExtension: unknown;
}

export interface UserEntry extends Entry {
  readonly clientCertificate: string | undefined;
  readonly clientCertificateData: Buffer | undefined;
  readonly clientKey: string | undefined;
  readonly clientKeyData: Buffer | undefined;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly impersonate: ImpersonateEntry;
  readonly exec: ExecEntry | undefined;
  /** The name of an in-tree provider, gone from Kubernetes since 1.26. */
  readonly authProvider: string | undefined;
}

export interface ImpersonateEntry {
  readonly user: string | undefined;
  readonly uid: string | undefined;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

export interface ExecEntry {
  readonly apiVersion: string | undefined;
  /** A path (absolute here), or a bare name to look up in PATH. */
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly interactiveMode: string | undefined;
  readonly provideClusterInfo: boolean;
  readonly installHint: string | undefined;
}

export interface ContextEntry extends Entry {
  readonly cluster: string | undefined;
  readonly user: string | undefined;
  readonly namespace: string | undefined;
}

/** What no file says. */
export const emptyKubeconfig: Kubeconfig = {
  currentContext: undefined,
  clusters: new Map(),
  users: new Map(),
  contexts: new Map(),
};

/** Nothing in it to connect with: such a file counts as none. */
export function isEmpty(config: Kubeconfig): boolean {
  const said = config.clusters.size + config.users.size + config.contexts.size;
  return said === 0 && config.currentContext === undefined;
}
