import { expectOk, type KubeApi } from '../kube-api.ts';
import { until } from '../until.ts';

/** The shortest that the API server gives. */
const shortestS = 600;

/** A ServiceAccount that may do everything. */
export interface AdminAccount {
  readonly namespace: string;
  readonly name: string;
  readonly token: string;
  /** Another token of the same account; the older ones stay good until they expire. */
  renew(): Promise<string>;
  /** Removes account and rights: its tokens are good no more, some seconds later. */
  remove(): Promise<void>;
}

/** Makes one in this namespace, waits until its rights are known, and requests a token of ten minutes for it. */
export async function adminAccount(
  api: KubeApi,
  namespace: string,
  name = 'fault-proxy-client',
): Promise<AdminAccount> {
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
  const binding = `${namespace}-${name}`;
  expectOk(await api.create(accounts, { metadata: { name } }));
  expectOk(
    await api.create(bindings, {
      metadata: { name: binding },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', namespace, name }],
    }),
  );
  await until('the rights to be known', () => mayDoAll(api, `system:serviceaccount:${namespace}:${name}`));
  const renew = async (): Promise<string> => {
    const wanted = { spec: { expirationSeconds: shortestS } };
    return expectOk(await api.create(`${accounts}/${name}/token`, wanted)).status.token;
  };
  return {
    namespace,
    name,
    token: await renew(),
    renew,
    async remove() {
      await api.delete(`${bindings}/${binding}`);
      await api.delete(`${accounts}/${name}`);
    },
  };
}

async function mayDoAll(api: KubeApi, user: string): Promise<true | undefined> {
  const resourceAttributes = { verb: '*', group: '*', resource: '*' };
  const review = await api.create('/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user, resourceAttributes },
  });
  return expectOk(review).status.allowed === true ? true : undefined;
}
