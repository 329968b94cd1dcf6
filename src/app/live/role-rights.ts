import type { PolicyRule } from '#kube/client/rights.ts';

/** What a role asks of the API server, by where it asks: each gathered from the verbs that the role is made of. */
export interface RoleRights {
  /** In all namespaces, and of what belongs to none. */
  readonly everywhere: readonly PolicyRule[];
  /** In our own namespace alone. */
  readonly own: readonly PolicyRule[];
  /** Only where somebody opted in: to create pods is near to administration. Without them the role does with less. */
  readonly optional?: readonly PolicyRule[];
}
