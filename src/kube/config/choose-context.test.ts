import { describe, expect, test } from 'vitest';
import type { Overrides } from './choose-context.ts';
import { chooseContext } from './choose-context.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

const config = (current = ''): ReturnType<typeof readKubeconfig> =>
  readKubeconfig(
    '/config',
    `
current-context: ${current}
clusters: [{name: blue, cluster: {}}, {name: red, cluster: {}}]
users: [{name: ann, user: {}}, {name: bob, user: {}}]
contexts:
- {name: ann-in-blue, context: {cluster: blue, user: ann, namespace: shop}}
- {name: nobody-in-red, context: {cluster: red}}
- {name: no-cluster, context: {user: ann}}
- {name: lost-cluster, context: {cluster: green, user: ann}}
- {name: lost-user, context: {cluster: red, user: eve}}
`,
  );

describe('the choice', () => {
  const cases: readonly { name: string; current?: string; overrides: Overrides; want: readonly unknown[] }[] = [
    {
      name: 'follows the current context',
      current: 'ann-in-blue',
      overrides: {},
      want: ['ann-in-blue', 'blue', 'ann', 'shop'],
    },
    {
      name: 'follows another that is asked for',
      current: 'ann-in-blue',
      overrides: { context: 'nobody-in-red' },
      want: ['nobody-in-red', 'red', undefined, 'default'],
    },
    {
      name: 'takes another cluster',
      current: 'ann-in-blue',
      overrides: { cluster: 'red' },
      want: ['ann-in-blue', 'red', 'ann', 'shop'],
    },
    {
      name: 'takes another user',
      current: 'ann-in-blue',
      overrides: { user: 'bob' },
      want: ['ann-in-blue', 'blue', 'bob', 'shop'],
    },
    {
      name: 'takes another namespace',
      current: 'ann-in-blue',
      overrides: { namespace: 'x' },
      want: ['ann-in-blue', 'blue', 'ann', 'x'],
    },
    {
      name: 'needs no context where a cluster is named',
      overrides: { cluster: 'red', user: 'bob' },
      want: [undefined, 'red', 'bob', 'default'],
    },
    {
      name: 'does not mind a lost user that another takes the place of',
      overrides: { context: 'lost-user', user: 'bob' },
      want: ['lost-user', 'red', 'bob', 'default'],
    },
  ];
  for (const c of cases) {
    test(c.name, () => {
      const chosen = chooseContext(config(c.current), c.overrides);
      expect([chosen.contextName, chosen.cluster.name, chosen.user?.name, chosen.namespace]).toEqual(c.want);
    });
  }
});

describe('a name that leads nowhere is told, with the names there are', () => {
  const cases: readonly { name: string; current?: string; overrides: Overrides; want: string }[] = [
    {
      name: 'no context at all',
      overrides: {},
      want: 'choosing a context: none is current; there are: ann-in-blue, nobody-in-red, no-cluster, ',
    },
    {
      name: 'a context asked for',
      overrides: { context: 'zz' },
      want: 'choosing context zz: the kubeconfig has none of that name; there are: ann-in-blue, ',
    },
    { name: 'the current context', current: 'zz', overrides: {}, want: 'choosing context zz: ' },
    {
      name: 'the cluster of a context, and where it says so',
      overrides: { context: 'lost-cluster' },
      want: 'choosing cluster green (/config:9:43: contexts[3].context.cluster): the kubeconfig has none of that name; there are: blue, red',
    },
    {
      name: 'the user of a context',
      overrides: { context: 'lost-user' },
      want: 'choosing user eve (/config:10:51: contexts[4].context.user): the kubeconfig has none of that name; there are: ann, bob',
    },
    {
      name: 'a cluster asked for',
      current: 'ann-in-blue',
      overrides: { cluster: 'green' },
      want: 'choosing cluster green: ',
    },
    {
      name: 'a context without a cluster',
      overrides: { context: 'no-cluster' },
      want: 'choosing a cluster: /config:8:31: contexts[2].context.cluster names none',
    },
  ];
  for (const c of cases) {
    test(c.name, () => expect(() => chooseContext(config(c.current), c.overrides)).toThrow(c.want));
  }
});
