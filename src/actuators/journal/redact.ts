import type { Facts, Telling } from '#ports/journal.ts';

export const redacted = '[redacted]';

const secretWord = 'token|passw(?:or)?d|passphrase|secret|api[-_]?key|private[-_]?key|key-data';

/** Keys whose value is a secret whatever it looks like. Hiding a harmless one costs less than showing the other. */
const secretKey = new RegExp(`${secretWord}|authori[sz]ation|credential|cookie|bearer`, 'i');

/** Secrets inside running text. Each pattern starts at a rare word and stops at the first stranger, so it is linear. */
const secretText: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // http://user:password@host
  [/:\/\/[^\s/?#]+@/g, `://${redacted}@`],
  // Authorization: Bearer abc
  [/(authorization["']?\s{0,4}[:=]\s{0,4}["']?)(?:(?:bearer|basic)\s{1,4})?[^\s"',;]+/gi, `$1${redacted}`],
  [/\b(bearer|basic)\s{1,4}[\w~+/.=-]{16,}/gi, `$1 ${redacted}`],
  // ?token=abc, "password":"abc", and the line of a file quoted by a parser: client-key-data: abc
  [new RegExp(`((?:${secretWord})["']?\\s{0,4}[:=]\\s{0,4}["']?)[^\\s"'&,;]+`, 'gi'), `$1${redacted}`],
  [/-----BEGIN[A-Z ]{0,40}PRIVATE KEY-----[^-]*/g, redacted],
  // a JSON web token: header, payload, signature
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, redacted],
];

/** The text without credentials it may carry: what it says otherwise is kept. */
export function redactText(text: string): string {
  return secretText.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text);
}

/** A telling fit to be shown: reasons and facts come from errors and addresses, and those carry credentials. */
export function redactTelling(telling: Telling): Telling {
  const reasons = telling.reasons.map(redactText);
  return telling.facts === undefined
    ? { ...telling, reasons }
    : { ...telling, reasons, facts: redactFacts(telling.facts) };
}

function redactFacts(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, redactFact(key, value)]));
}

function redactFact(key: string, value: Facts[string]): Facts[string] {
  if (secretKey.test(key)) return redacted;
  return typeof value === 'string' ? redactText(value) : value;
}
