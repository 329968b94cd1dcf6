import type { PolicyRule } from '#kube/client/rights.ts';
import { expectOk, type KubeApi } from './kube-api.ts';

/** What a user may do in a namespace. */
export interface Grant {
  readonly namespace: string;
  readonly user: string;
  readonly rules: readonly PolicyRule[];
}

/** Gives a user these rights there, and no others. */
export async function grant(api: KubeApi, { namespace, user, rules }: Grant): Promise<void> {
  const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const group = 'rbac.authorization.k8s.io';
  expectOk(await api.create(`${path}/roles`, { metadata: { name: user }, rules }));
  expectOk(
    await api.create(`${path}/rolebindings`, {
      metadata: { name: user },
      roleRef: { apiGroup: group, kind: 'Role', name: user },
      subjects: [{ apiGroup: group, kind: 'User', name: user }],
    }),
  );
}
