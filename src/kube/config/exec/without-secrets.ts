const blank = '[blanked]';

/** What a secret looks like when nobody says that it is one. */
const looks: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [^-]*PRIVATE KEY-----[\s\S]*?(?:-----END [^-]*-----|$)/g, blank],
  [/\beyJ[\w-]{6,}(?:\.[\w-]+)*/g, blank], // JSON web tokens
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{6,}/gi, `$1$2${blank}`],
  [/(\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${blank}@`], // https://user:password@host
  // --client-secret=…, "password": "…"; after a bare colon only what is too long for a word of prose
  [
    /((?:token|secret|password|passwd|assertion|api[_-]?key|refresh|credential)[\w-]*["']?\s*=\s*["']?)[^\s"',;&]+/gi,
    `$1${blank}`,
  ],
  [
    /((?:token|secret|password|passwd|assertion|api[_-]?key|refresh|credential)[\w-]*["']?\s*:\s*["'])[^"']+/gi,
    `$1${blank}`,
  ],
  [
    /((?:token|secret|password|passwd|assertion|api[_-]?key|refresh|credential)[\w-]*\s*:\s*)[^\s"',;&]{12,}/gi,
    `$1${blank}`,
  ],
  [/\b(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{40,}/g, blank], // long and opaque
];

/** The text with everything blanked that is, or looks like, a secret. `known` are secrets we know by value. */
export function withoutSecrets(text: string, known: readonly string[] = []): string {
  const told = known
    .filter((secret) => secret.length >= 4)
    .reduce((rest, secret) => rest.replaceAll(secret, blank), text);
  return looks.reduce((rest, [look, instead]) => rest.replaceAll(look, instead), told);
}
