import * as fc from 'fast-check';

/** A JSON value as it will be spelt: numbers keep their spelling, objects may repeat a key. */
export type Draft =
  | { readonly kind: 'literal'; readonly spelling: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly values: readonly Draft[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Draft])[] };

/** Few, so that documents and shapes meet; some alike in length or beginning, some that want escaping. */
export const keys: readonly string[] = [
  'a',
  'b',
  'ab',
  'name',
  'nama',
  'labels',
  'k"',
  'é',
  '😀',
  'x\\',
  '',
  '__proto__',
  'toString',
];

const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...keys) }, fc.string({ unit: 'binary', maxLength: 9 }));

const string = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '{"a":[',
    '\\',
    '"',
    '}]',
    '\u0000\u001f',
    '\ud800',
    'ok \udc00',
    'a string long enough to need several looks',
  ),
);

const literal = fc.oneof(
  fc.constantFrom('true', 'false', 'null', '0', '-0', '1e400', '-1.5E-3', '0.1e+2', '12345678901234567890'),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map((value) => JSON.stringify(value)),
  fc.integer().map(String),
);

const tied = fc.letrec<{ draft: Draft }>((tie) => ({
  draft: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal.map((spelling): Draft => ({ kind: 'literal', spelling })),
    string.map((value): Draft => ({ kind: 'string', value })),
    fc.array(tie('draft'), { maxLength: 5 }).map((values): Draft => ({ kind: 'list', values })),
    fc.array(fc.tuple(key, tie('draft')), { maxLength: 7 }).map((entries): Draft => ({ kind: 'object', entries })),
  ),
}));

export const draft: fc.Arbitrary<Draft> = tied.draft;

export const objectDraft: fc.Arbitrary<Draft> = fc
  .array(fc.tuple(key, draft), { maxLength: 8 })
  .map((entries) => ({ kind: 'object', entries }));

/** Where spelling is free, what to choose: read again from the start when used up. */
export const style: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([0]),
  fc.array(fc.nat(99), { minLength: 1, maxLength: 40 }),
);

/** The draft as JSON text, with white space and escapes where the style says so; style [0] is JSON.stringify's. */
export function spell(draft: Draft, choices: readonly number[]): string {
  let used = 0;
  const choose = (): number => choices[used++ % choices.length]!;
  const gap = (): string => ['', ' ', '\n', '\t \r\n'][Math.max(0, choose() - 96)]!;
  const character = (one: string): string => (choose() > 85 ? escaped(one) : JSON.stringify(one).slice(1, -1));
  const quoted = (value: string): string => `"${Array.from(value, character).join('')}"`;
  const spelt = (value: Draft): string => {
    switch (value.kind) {
      case 'literal':
        return value.spelling;
      case 'string':
        return quoted(value.value);
      case 'list':
        return `[${value.values.map((inner) => gap() + spelt(inner) + gap()).join(',')}]`;
      case 'object':
      default:
        return `{${value.entries.map(([name, inner]) => `${gap()}${quoted(name)}${gap()}:${gap()}${spelt(inner)}${gap()}`).join(',')}}`;
    }
  };
  return gap() + spelt(draft) + gap();
}

function escaped(one: string): string {
  if (one === '/') return '\\/';
  const unit = (at: number): string => one.charCodeAt(at).toString(16).padStart(4, '0');
  const units = Array.from({ length: one.length }, (_, at) => `\\u${one > 'a' ? unit(at) : unit(at).toUpperCase()}`);
  return units.join('');
}
