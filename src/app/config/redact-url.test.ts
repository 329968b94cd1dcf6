import { expect, test } from 'vitest';
import { redactUrl } from '#app/config/redact-url.ts';

const cases = [
  { name: 'a password is blotted out', url: 'http://u:p@h:9090/x', want: 'http://u:***@h:9090/x' },
  { name: 'a lone user may be a token', url: 'https://abc123@h', want: 'https://***@h' },
  { name: 'a password with @ and / in it is blotted out whole', url: 'http://u:p/@w@h/', want: 'http://u:***@h/' },
  { name: 'a URL without a user is left alone', url: 'http://prometheus:9090', want: 'http://prometheus:9090' },
  { name: 'a forgotten scheme hides nothing less', url: 'u:p@h', want: 'u:***@h' },
  { name: 'what is no URL is left alone', url: 'prometheus:9090', want: 'prometheus:9090' },
];
for (const c of cases) {
  test(c.name, () => expect(redactUrl(c.url)).toBe(c.want));
}
