/** Shorter ones would blot out half of every message, and are no secrets worth the name. */
const SHORTEST = 4;

/** A text that others wrote, without the secrets in it. */
export function secretFree(text: string, secrets: readonly string[]): string {
  const long = secrets.filter((secret) => secret.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  return long.reduce((left, secret) => left.replaceAll(secret, '***'), text);
}
