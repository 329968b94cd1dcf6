import { z } from 'zod';
import { parseDuration } from '#app/config/duration.ts';

export type LeafKind = 'ratio' | 'number' | 'count' | 'duration' | 'url' | 'text' | 'choice';

/** What people need to know about one option: written once, here it becomes flags, the example file and the docs. */
export interface LeafAbout {
  /** One sentence. */
  readonly description: string;
  /** Without its dashes. */
  readonly flag: string;
  readonly environment?: string;
  /** The unit of a bare number in the environment; also the one guessed when a duration has none. */
  readonly unit?: 's' | 'ms';
  /** Shown in the example file where there is no default. */
  readonly example?: string;
  /** Read once, when the program starts: a change in the file waits for the next start. */
  readonly fixedAtStart?: true;
}

export interface LeafMeta extends LeafAbout {
  readonly kind: LeafKind;
  /** Completes the sentence "80 is not …". */
  readonly wanted: string;
  readonly choices?: readonly string[];
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
  return z
    .string()
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms === undefined || ms === 0) context.addIssue({ code: 'custom', message: 'not a duration' });
      return ms ?? 0;
    })
    .prefault(fallback)
    .meta({ ...about, kind: 'duration', wanted: 'a duration such as 30s or 1h30m' } satisfies LeafMeta);
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
