import { type NaivePlugin, skip } from '../plugin.ts';

/** Device claims are not modelled: a pod that has some may fit or not. */
export const dynamicResources: NaivePlugin = {
  name: 'DynamicResources',
  planFilter: ({ pod }) =>
    (pod.spec.resourceClaims ?? []).length === 0 ? skip : { kind: 'judges', judge: () => 'unknown' },
  planScore: ({ dialect }) => (dialect.claimsScore ? { kind: 'scores', score: () => 0 } : skip),
};
