import type { DoctorCheck, Patient } from '#app/doctor/check.ts';
import { rightsOfRoles } from '#app/live/rights-of-roles.ts';
import { review } from '#app/once/review.ts';
import { whoWeAre } from '#app/once/who-we-are.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { PolicyRule } from '#kube/client/rights.ts';
import { judgeRights, type RightChecked } from '#views/doctor/judge-rights.ts';

type Right = Omit<RightChecked, 'allowed'>;

/** Whether whoever we are has the rights that a role needs. */
export const rights: DoctorCheck = {
  section: 'Rights',
  async examine({ client, config, role, signal }) {
    const wanted = wantedRights(role, config);
    const [who, allowed] = await Promise.all([
      whoWeAre(client, signal),
      Promise.all(wanted.map((right) => checked(client, right, signal))),
    ]);
    return judgeRights({ role: `role ${role}`, who, rights: allowed });
  },
};

/** One by one. What is asked for in our own namespace is asked for there, and nowhere else. */
function wantedRights(role: Patient['role'], { leadership: { namespace } }: Patient['config']): readonly Right[] {
  const { everywhere, own } = rightsOfRoles[role];
  return [...everywhere.flatMap((rule) => oneByOne(rule)), ...own.flatMap((rule) => oneByOne(rule, { namespace }))];
}

function oneByOne(rule: PolicyRule, place: Pick<Right, 'namespace'> = {}): readonly Right[] {
  if ('nonResourceURLs' in rule) return [];
  const { apiGroups, resources, resourceNames: [name] = [], verbs } = rule;
  const of = Object.assign({}, place, name === undefined ? {} : { name });
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) => verbs.map((verb) => Object.assign({}, of, { group, resource, verb }))),
  );
}

async function checked(client: KubeClient, right: Right, signal: AbortSignal): Promise<RightChecked> {
  const { group, resource, verb, namespace, name } = right;
  const [plural, subresource] = resource.split('/');
  const resourceAttributes = { group, resource: plural, subresource, verb, namespace, name };
  const { status } = await review(client, 'authorization.k8s.io', 'SelfSubjectAccessReview', {
    spec: { resourceAttributes },
    signal,
  });
  return { ...right, allowed: status['allowed'] === true };
}
