import { z } from 'zod';

/** The key of the file for a key of the options: durations end in `Ms` in code and carry their unit in the file. */
type FileKey<Key> = Key extends `${infer Name}Ms` ? Name : Key;

/** Whether values stand below it as one option: a list, or a map whose keys are chosen by people. */
type IsOneOption<Value> = Value extends readonly unknown[]
  ? true
  : Value extends object
    ? string extends keyof Value
      ? true
      : false
    : true;

/** Options as the file nests them, each leaf and section described by a zod type of exactly its own type. */
export type Shape<Options> = {
  readonly [Key in keyof Options as FileKey<Key>]-?: false extends IsOneOption<NonNullable<Options[Key]>>
    ? z.ZodObject
    : z.ZodType<Options[Key]>;
};

/** The values of a section under their file keys, as its own rules see them. */
export type Values<Options> = {
  readonly [Key in keyof Options as FileKey<Key>]: false extends IsOneOption<NonNullable<Options[Key]>>
    ? Values<NonNullable<Options[Key]>>
    : Options[Key];
};

/** Something two options of a section must agree on. */
export interface Agreement<Options> {
  readonly holds: (values: Values<Options>) => boolean;
  /** A whole sentence, with the numbers. */
  readonly otherwise: (values: Values<Options>) => string;
  /** The option to blame, below the section or deeper. */
  readonly blame: (keyof Values<Options> & string) | `${keyof Values<Options> & string}.${string}`;
}

/** A mapping of options in the file: what it holds, in one sentence, and what must agree in it. */
export function section<Options>(
  description: string,
  shape: Shape<Options>,
  agreements: readonly Agreement<Options>[] = [],
): z.ZodObject {
  const strict: z.ZodObject = z.strictObject(shape);
  const agreeing = agreements.reduce((object, { holds, otherwise, blame }) => {
    return object.refine((values) => holds(asValues(values)), {
      path: blame.split('.'),
      error: ({ input }) => otherwise(asValues(input)),
    });
  }, strict);
  return agreeing.meta({ description });

  function asValues(values: unknown): Values<Options> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Shape` has held each zod type to its option
    return values as Values<Options>;
  }
}
