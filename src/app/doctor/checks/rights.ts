import type { DoctorCheck, Patient } from '#app/doctor/check.ts';
import { rightsOfRoles } from '#app/live/rights-of-roles.ts';
import type { BuiltRole } from '#app/live/roles.ts';
import { review } from '#app/once/review.ts';
import { whoWeAre } from '#app/once/who-we-are.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { PolicyRule } from '#kube/client/rights.ts';
import type { Finding } from '#views/doctor/finding.ts';
import { judgeRights, judgeSurgeRights, type RightChecked } from '#views/doctor/judge-rights.ts';

type Right = Omit<RightChecked, 'allowed'>;

/** Whether whoever we are has the rights that roles need. */
export const rights: DoctorCheck = {
  section: 'Rights',
  async examine(patient) {
    const who = await whoWeAre(patient.client, patient.signal);
    const findings = await Promise.all(patient.roles.map((role) => rightsOf(role, who, patient)));
    return findings.flat();
  },
};

/** What is asked for in our own namespace is asked for there, and nowhere else. */
async function rightsOf(role: BuiltRole, who: string, patient: Patient): Promise<readonly Finding[]> {
  const { everywhere, own, optional = [] } = rightsOfRoles[role];
  const { namespace } = patient.config.leadership;
  const needed = [
    ...everywhere.flatMap((rule) => oneByOne(rule)),
    ...own.flatMap((rule) => oneByOne(rule, { namespace })),
  ];
  const [have, surge] = await Promise.all([
    allChecked(needed, patient),
    allChecked(
      optional.flatMap((rule) => oneByOne(rule)),
      patient,
    ),
  ]);
  return [
    ...judgeRights({ role: `role ${role}`, who, rights: have }),
    ...judgeSurgeRights({ role, who, rights: surge }),
  ];
}

function allChecked(wanted: readonly Right[], { client, signal }: Patient): Promise<readonly RightChecked[]> {
  return Promise.all(wanted.map((right) => checked(client, right, signal)));
}

/** One by one. */
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
