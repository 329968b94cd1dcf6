import type { z } from 'zod';
import { duration, text, type TextShape } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';

export interface LeadershipOptions {
  readonly namespace: string;
  readonly leaseDurationMs: number;
}

const namespaceName: TextShape = {
  fits: (name) => /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name),
  wanted: 'the name of a namespace, such as plimsoll-system',
};

export const leadershipSection: z.ZodObject = section<LeadershipOptions>(
  'Which of several replicas of a loop acts; the others watch and measure too.',
  {
    namespace: text('plimsoll-system', namespaceName, {
      description: 'Namespace of the Leases by which replicas agree; it must exist.',
      flag: 'lease-namespace',
      fixedAtStart: true,
    }),
    leaseDuration: duration('15s', {
      description: 'How long a leader that fell silent is waited for, in whole seconds.',
      flag: 'lease-duration',
      unit: 's',
      fixedAtStart: true,
    }),
  },
  [
    {
      holds: ({ leaseDuration }) => leaseDuration >= 2000 && leaseDuration % 1000 === 0,
      otherwise: ({ leaseDuration }) => `a lease lasts a whole number of seconds, at least 2, not ${leaseDuration} ms`,
      blame: 'leaseDuration',
    },
  ],
);
