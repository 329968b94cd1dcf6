import { customResourceDefinition } from '#api/definition/custom-kind.ts';
import { rightsOfRoles } from '#app/live/rights-of-roles.ts';
import type { BuiltRole } from '#app/live/roles.ts';
import { accessOf } from './access.ts';
import { aggregatedRoles, kindsIn } from './aggregated-roles.ts';
import { deploymentOf } from './deployment.ts';
import type { InstallPlan, Manifest } from './install-plan.ts';
import { CONFIG_NAME, metadataOf, metadataOfRole, selectorOf } from './names.ts';
import { ownNamespace } from './namespace.ts';
import { networkPolicy } from './network-policy.ts';

/** Everything to be applied, in an order in which it can be. */
export function installObjects(plan: InstallPlan): readonly Manifest[] {
  const { roles, namespace, config, networkPolicy: network } = plan;
  const kinds = kindsIn(roles.flatMap((role) => Object.values(rightsOfRoles[role]).flat()));
  return [
    ownNamespace(namespace),
    ...kinds.flatMap(({ custom, guards }) => [customResourceDefinition(custom), ...guards]),
    ...aggregatedRoles(kinds.map(({ custom }) => custom)),
    ...roles.flatMap((role) => accessOf(role, plan)),
    configMap(namespace, config),
    ...(network === 'none' ? [] : [networkPolicy(plan, network)]),
    ...roles.flatMap((role) => [deploymentOf(role, plan), disruptionBudget(role, namespace)]),
  ];
}

function configMap(namespace: string, text: string): Manifest & { readonly data: object } {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metadataOf(CONFIG_NAME, namespace),
    data: { 'plimsoll.yaml': text },
  };
}

/** A drain takes one replica at a time; `maxUnavailable` never stands in the way of a drain for good. */
function disruptionBudget(role: BuiltRole, namespace: string): Manifest & { readonly spec: object } {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: metadataOfRole(role, namespace),
    spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(role) } },
  };
}
