import { expect, test } from 'vitest';
import { impersonationHeaders } from './impersonation-headers.ts';

const cases = [
  { name: 'nobody else, no headers', as: undefined, want: {} },
  {
    name: 'a user alone',
    as: { user: 'ann', uid: undefined, groups: [], extra: {} },
    want: { 'impersonate-user': 'ann' },
  },
  {
    name: 'everything at once, keys of extra escaped as client-go escapes them',
    as: {
      user: 'ann',
      uid: '7',
      groups: ['a', 'b'],
      extra: { scopes: ['view', 'edit'], 'example.com/the team': ['x'] },
    },
    want: {
      'impersonate-user': 'ann',
      'impersonate-uid': '7',
      'impersonate-group': ['a', 'b'],
      'impersonate-extra-scopes': ['view', 'edit'],
      'impersonate-extra-example.com%2Fthe%20team': ['x'],
    },
  },
  {
    name: 'a percent sign and what is not ASCII are escaped byte by byte',
    as: { user: 'ann', uid: undefined, groups: [], extra: { '%é': ['x'] } },
    want: { 'impersonate-user': 'ann', 'impersonate-extra-%25%C3%A9': ['x'] },
  },
];
for (const c of cases) test(c.name, () => expect(impersonationHeaders(c.as)).toEqual(c.want));
