import type { Impersonation } from './kube-config.ts';

/** The headers that ask the API server to treat us as somebody else; one with several values is sent several times. */
export function impersonationHeaders(as: Impersonation | undefined): Readonly<Record<string, string | string[]>> {
  if (!as) return {};
  return {
    'impersonate-user': as.user,
    ...(as.uid === undefined ? {} : { 'impersonate-uid': as.uid }),
    ...(as.groups.length === 0 ? {} : { 'impersonate-group': [...as.groups] }),
    ...Object.fromEntries(
      Object.entries(as.extra).map(([key, values]) => [`impersonate-extra-${escapeKey(key)}`, [...values]]),
    ),
  };
}

/** Keys are free text (`example.com/team`), header names are not: the server undoes percent signs. */
function escapeKey(key: string): string {
  const bytes = [...Buffer.from(key, 'utf8')];
  return bytes.map((byte) => (isTokenByte(byte) ? String.fromCodePoint(byte) : percent(byte))).join('');
}

const isTokenByte = (byte: number): boolean => /[A-Za-z0-9!#$&'*+.^_`|~-]/.test(String.fromCodePoint(byte));
const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
