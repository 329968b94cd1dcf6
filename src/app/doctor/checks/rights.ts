import type { DoctorCheck, Patient } from '#app/doctor/check.ts';
import { rightsOfRoles } from '#app/live/rights-of-roles.ts';
import { isRecord } from '#kube/client/parse-answer.ts';
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

async function whoWeAre(client: KubeClient, signal: AbortSignal): Promise<string> {
  const { status } = await review(client, 'authentication.k8s.io', 'SelfSubjectReview', { signal });
  const user = isRecord(status['userInfo']) ? status['userInfo']['username'] : undefined;
  return typeof user === 'string' ? user : 'this user';
}

async function review(
  client: KubeClient,
  group: string,
  kind: string,
  { spec, signal }: { readonly spec?: object; readonly signal: AbortSignal },
): Promise<{ readonly status: Readonly<Record<string, unknown>> }> {
  const answer = await client.askJson({
    method: 'POST',
    path: `/apis/${group}/v1/${kind.toLowerCase()}s`,
    body: JSON.stringify({ apiVersion: `${group}/v1`, kind, spec }),
    repeatable: 'yes', // nothing is kept of it
    signal,
  });
  return { status: isRecord(answer) && isRecord(answer['status']) ? answer['status'] : {} };
}
