import { actingPhases } from '#api/pod-migration.ts';
import { type Definition, GROUP, VERSION } from './custom-kind.ts';

const NAME = `podmigrations.${GROUP}`;

const acting = actingPhases.map((phase) => `'${phase}'`).join(', ');
const labels = { 'app.kubernetes.io/name': 'plimsoll' };

/**
 * Moving a pod ends in its eviction, so it takes the right to evict: else whoever may create our objects could have us
 * evict what they may not. Approval is a change of status; every write of a phase in which we act is held to the same.
 */
const policy: Definition = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: NAME, labels },
  spec: {
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [GROUP],
          apiVersions: [VERSION],
          operations: ['CREATE', 'UPDATE'],
          resources: ['podmigrations', 'podmigrations/status'],
        },
      ],
    },
    matchConditions: [
      {
        name: 'creates-or-approves',
        expression: `request.operation == 'CREATE' || (has(object.status) && has(object.status.phase) && object.status.phase in [${acting}])`,
      },
    ],
    validations: [
      {
        expression:
          "authorizer.group('').resource('pods').subresource('eviction').namespace(request.namespace).check('create').allowed()",
        messageExpression:
          "'creating or approving a PodMigration takes the right to create pods/eviction in namespace ' + request.namespace + ', which ' + request.userInfo.username + ' does not have'",
        reason: 'Forbidden',
      },
    ],
  },
};

const binding: Definition = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: NAME, labels },
  spec: { policyName: NAME, validationActions: ['Deny'] },
};

/** Lets only those create or approve PodMigrations who may evict pods there. */
export const podMigrationPolicy: readonly Definition[] = [policy, binding];
