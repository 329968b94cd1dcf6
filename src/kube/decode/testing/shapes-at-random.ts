import * as fc from 'fast-check';
import {
  anyJson,
  boolean,
  fields,
  listOf,
  nothing,
  number,
  rawText,
  type Shape,
  shared,
  text,
  textMap,
} from '../shapes.ts';
import { keys } from './json-texts.ts';

interface Tied {
  shape: Shape<unknown>;
  fields: Shape<unknown>;
}

const fieldName = fc.constantFrom(...keys.filter((key) => key !== '__proto__'));

const plain: fc.Arbitrary<Shape<unknown>> = fc.constantFrom(text, rawText, number, boolean, textMap, anyJson, nothing);

const tied = fc.letrec<Tied>((tie: fc.LetrecTypedTie<Tied>) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    tie('shape').map((element): Shape<unknown> => listOf(element)),
    tie('shape').map((whole) => shared(whole)),
    tie('fields'),
  ),
  fields: fc.dictionary(fieldName, tie('shape'), { maxKeys: 6 }).map((shapes): Shape<unknown> => fields(shapes)),
}));

export const shape: fc.Arbitrary<Shape<unknown>> = tied.shape;

/** A shape that reads an object. */
export const fieldsShape: fc.Arbitrary<Shape<unknown>> = tied.fields;
