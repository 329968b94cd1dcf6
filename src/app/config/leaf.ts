import { z } from 'zod';
import { parseDuration } from '#base/duration.ts';

export type LeafKind = 'ratio' | 'number' | 'count' | 'duration' | 'url' | 'text' | 'choice' | 'list' | 'map';

/** What people need to know about one option: written once, here it becomes flags, the example file and the docs. */
export interface LeafAbout {
  /** One sentence. */
  readonly description: string;
  /** Without its dashes; absent where an option is too large for the command line. */
  readonly flag?: string;
  readonly environment?: string;
  /** The unit of a bare number in the environment; also the one guessed when a duration has none. */
  readonly unit?: 's' | 'ms';
  /** Shown in the example file where there is no default. */
  readonly example?: string;
  /** What it holds may be a secret, and is not shown. */
  readonly secret?: true;
  /** Read once, when the program starts: a change in the file waits for the next start. */
  readonly fixedAtStart?: true;
}

export interface LeafMeta extends LeafAbout {
  readonly kind: LeafKind;
  /** Completes the sentence "80 is not …". */
  readonly wanted: string;
  readonly choices?: readonly string[];
  readonly inner?: Inner;
}

/** What is within an option that holds several values. `each` is made here too, or is a mapping made of what is. */
export interface Inner {
  readonly each: z.ZodType;
  /** Of a map: what its keys can be. */
  readonly keys?: TextShape;
}

/** A share of something. */
export function ratio(fallback: number, about: LeafAbout): z.ZodType<number> {
  return z
    .number()
    .min(0)
    .max(1)
    .prefault(fallback)
    .meta({ ...about, kind: 'ratio', wanted: 'a ratio 0..1' } satisfies LeafMeta);
}

/** A quantity without a natural upper end. */
export function positiveNumber(fallback: number, about: LeafAbout): z.ZodType<number> {
  return z
    .number()
    .positive()
    .prefault(fallback)
    .meta({ ...about, kind: 'number', wanted: 'a number above 0' } satisfies LeafMeta);
}

export interface CountRange {
  readonly least: number;
  readonly most?: number;
}

/** A whole number within a range, both ends counted in. */
export function count(fallback: number, range: CountRange, about: LeafAbout): z.ZodType<number> {
  const { least, most = 1_000_000 } = range;
  return z
    .int()
    .min(least)
    .max(most)
    .prefault(fallback)
    .meta({ ...about, kind: 'count', wanted: `a whole number ${least}..${most}` } satisfies LeafMeta);
}

/** Written as `30s`, held as milliseconds; never zero, for a loop that waits no time would spin. */
export function duration(fallback: string, about: LeafAbout): z.ZodType<number> {
  return durationText.prefault(fallback).meta({ ...about, kind: 'duration', wanted: DURATION } satisfies LeafMeta);
}

const DURATION = 'a duration such as 30s or 1h30m';

const durationText: z.ZodType<number, string> = z.string().transform((text, context) => {
  const ms = parseDuration(text);
  if (ms === undefined || ms === 0) context.addIssue({ code: 'custom', message: 'not a duration' });
  return ms ?? 0;
});

/** Likewise; may be left out. */
export function optionalDuration(about: LeafAbout): z.ZodType<number | undefined> {
  return durationText.optional().meta({ ...about, kind: 'duration', wanted: DURATION } satisfies LeafMeta);
}

/** Any number; may be left out. */
export function optionalNumber(about: LeafAbout): z.ZodType<number | undefined> {
  return z
    .number()
    .optional()
    .meta({ ...about, kind: 'number', wanted: 'a number' } satisfies LeafMeta);
}

/** Any number; without a fallback it may not be left out. */
export function number(about: LeafAbout, fallback?: number): z.ZodType<number> {
  const any = fallback === undefined ? z.number() : z.number().prefault(fallback);
  return any.meta({ ...about, kind: 'number', wanted: 'a number' } satisfies LeafMeta);
}

/** Where an HTTP server answers; may be left out. */
export function optionalUrl(about: LeafAbout): z.ZodType<string | undefined> {
  return z
    .string()
    .refine((text) => /^https?:\/\/[^/]/.test(text) && URL.canParse(text))
    .optional()
    .meta({ ...about, kind: 'url', wanted: 'a URL such as http://prometheus:9090' } satisfies LeafMeta);
}

export interface TextShape {
  readonly fits: (text: string) => boolean;
  /** Completes the sentence "x is not …". */
  readonly wanted: string;
}

/** Text of one shape. */
export function text(fallback: string, shape: TextShape, about: LeafAbout): z.ZodType<string> {
  return z
    .string()
    .refine(shape.fits)
    .prefault(fallback)
    .meta({ ...about, kind: 'text', wanted: shape.wanted } satisfies LeafMeta);
}

/** Likewise; may not be left out. */
export function requiredText(shape: TextShape, about: LeafAbout): z.ZodType<string> {
  return z
    .string()
    .refine(shape.fits)
    .meta({ ...about, kind: 'text', wanted: shape.wanted } satisfies LeafMeta);
}

/** Likewise; may be left out. */
export function optionalText(shape: TextShape, about: LeafAbout): z.ZodType<string | undefined> {
  return z
    .string()
    .refine(shape.fits)
    .optional()
    .meta({ ...about, kind: 'text', wanted: shape.wanted } satisfies LeafMeta);
}

/** One of a few words. */
export function choice<const Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
  about: LeafAbout,
): z.ZodType<Choice> {
  const wanted = `one of ${choices.join(', ')}`;
  const words: z.ZodType<Choice> = z.enum(choices);
  return words.prefault(fallback).meta({ ...about, kind: 'choice', wanted, choices } satisfies LeafMeta);
}

/** One of a few words; may be left out. */
export function optionalChoice<const Choice extends string>(
  choices: readonly Choice[],
  about: LeafAbout,
): z.ZodType<Choice | undefined> {
  const wanted = `one of ${choices.join(', ')}`;
  const words: z.ZodType<Choice> = z.enum(choices);
  return words.optional().meta({ ...about, kind: 'choice', wanted, choices } satisfies LeafMeta);
}

/** Several values in an order; on the command line with commas between them. */
export function list<Each>(
  each: z.ZodType<Each>,
  fallback: readonly (Each & string)[],
  about: LeafAbout & { readonly least?: number },
): z.ZodType<readonly Each[]> {
  const { least = 0, ...said } = about;
  const wanted = least === 0 ? 'a list' : 'a list of at least one';
  const several = z
    .array(each)
    .min(least)
    .prefault([...fallback] as z.input<z.ZodType<Each>>[]);
  return several.meta({ ...said, kind: 'list', wanted, inner: { each } } satisfies LeafMeta);
}

/** Mappings of options by names that people choose. None unless given. */
export function records<Each>(
  keys: TextShape,
  each: z.ZodObject,
  about: LeafAbout,
): z.ZodType<Readonly<Record<string, Each>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `section` has held each zod type to its option
  return map(keys, each as unknown as z.ZodType<Each>, about);
}

/** Values by names that people choose; on the command line as `name=value,name=value`. None unless given. */
export function map<Each>(
  keys: TextShape,
  each: z.ZodType<Each>,
  about: LeafAbout,
): z.ZodType<Readonly<Record<string, Each>>> {
  const named = z.record(z.string().refine(keys.fits), each).prefault({});
  return named.meta({ ...about, kind: 'map', wanted: 'a mapping', inner: { each, keys } } satisfies LeafMeta);
}
