/** A URL as it may be shown: passwords, and names that may be tokens, are blotted out. */
export function redactUrl(url: string): string {
  // up to the last @, so that a password with @ or / in it is blotted out whole
  return url.replace(/^(\s*(?:[a-z][a-z0-9+.-]*:\/\/)?)([\s\S]*)@/i, (_, scheme: string, user: string) => {
    const name = user.includes(':') ? `${user.slice(0, user.indexOf(':'))}:` : '';
    return `${scheme}${name}***@`;
  });
}
