import { finalPhases, podMigrationSpecSchema, podMigrationStatusSchema } from '#api/pod-migration.ts';
import type { CustomKind } from './custom-kind.ts';
import type { CelRule } from './structural-schema.ts';

const finals = finalPhases.map((phase) => `'${phase}'`).join(', ');

const rules: readonly CelRule[] = [
  {
    rule: '!has(self.spec.targetNode) || !has(self.status) || !has(self.status.sourceNode) || self.spec.targetNode != self.status.sourceNode',
    message: 'spec.targetNode is the node that the pod is to leave: name another, or none',
  },
  {
    rule: `!has(oldSelf.status) || !(oldSelf.status.phase in [${finals}]) || (has(self.status) && self.status.phase == oldSelf.status.phase)`,
    message: 'a finished PodMigration stays finished: create another',
  },
];

/** PodMigration, as its definition is generated. */
export const podMigrationKind: CustomKind = {
  kind: 'PodMigration',
  plural: 'podmigrations',
  singular: 'podmigration',
  shortName: 'pm',
  description: 'PodMigration is one move of one pod off its node, followed to its end.',
  spec: podMigrationSpecSchema,
  status: podMigrationStatusSchema,
  rules,
  columns: [
    { name: 'Pod', type: 'string', jsonPath: '.spec.podRef.name', description: 'The pod that is moved.' },
    { name: 'From', type: 'string', jsonPath: '.status.sourceNode', description: 'The node that it leaves.' },
    { name: 'To', type: 'string', jsonPath: '.status.landedNode', description: 'The node that its replacement is on.' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase', description: 'Where the move stands.' },
    {
      name: 'Says',
      type: 'string',
      jsonPath: '.status.conditions[?(@.type=="Progressing")].message',
      description: 'What it waits for, or how it ended.',
    },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', description: 'How long ago it was wanted.' },
    { name: 'Mode', type: 'string', jsonPath: '.spec.mode', description: 'How the pod is to leave.', priority: 1 },
    { name: 'Why', type: 'string', jsonPath: '.spec.reason', description: 'Why it is moved.', priority: 1 },
    {
      name: 'Worth',
      type: 'integer',
      jsonPath: '.spec.planned.worthMinutes',
      description: 'Minutes of overload that it is expected to avoid, beyond its price.',
      priority: 1,
    },
    { name: 'Wanted', type: 'string', jsonPath: '.spec.targetNode', description: 'Where it should land.', priority: 1 },
    {
      name: 'Replacement',
      type: 'string',
      jsonPath: '.status.replacement.name',
      description: 'The pod that came instead.',
      priority: 1,
    },
  ],
};
