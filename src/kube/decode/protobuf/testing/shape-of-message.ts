import { boolean, fields, jsonAs, listOf, number, rawText, type Shape, shared, text, textMap } from '../../shapes.ts';
import { isLeaf, type Leaf, type MessageField, messageNamed } from '../message.ts';

/** One of several ways to write a part of a shape. */
export type Choose = <Way>(ways: readonly [Way, ...Way[]]) => Way;

/** Always the first. */
export const plainly: Choose = ([first]) => first;

/** From a seed, the same again and again. */
export function choosing(seed: number): Choose {
  let state = seed | 0;
  return (ways) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return ways[(state >>> 8) % ways.length]!;
  };
}

/** A shape that declares all that protobuf can give of a message; or, as chosen, less, and differently. */
export function shapeOfMessage(message: string, choose: Choose): Shape<unknown> {
  return fields(Object.fromEntries(fieldShapes(message, choose)));
}

function fieldShapes(message: string, choose: Choose): [string, Shape<unknown>][] {
  return messageNamed(message)!.flatMap((field): [string, Shape<unknown>][] => {
    if (field.form === 'inline') return fieldShapes(field.type, choose);
    if (field.form === 'map' && !isLeaf(field.type)) return [];
    if (field.type === 'bytes' || field.type === 'opaque' || !choose([true, true, false])) return [];
    const shape = shapeOfField(field, choose);
    return [[field.name, choose([shape, shape, shared(shape)])]];
  });
}

function shapeOfField(field: MessageField, choose: Choose): Shape<unknown> {
  if (field.form === 'list') return listOf(shapeOfField({ ...field, form: 'one' }, choose));
  if (field.form === 'map') return choose([textMap, textMap, fields({ cpu: text, app: rawText })]);
  return isLeaf(field.type) ? leafShape(field.type, choose) : shapeOfMessage(field.type, choose);
}

function leafShape(leaf: Leaf, choose: Choose): Shape<unknown> {
  if (leaf === 'bool') return choose([boolean, jsonAs<boolean>()]);
  if (leaf === 'int32' || leaf === 'int64') return choose([number, jsonAs<number>()]);
  if (leaf === 'IntOrString') return choose([jsonAs<number | string>(), number, text]);
  return choose([text, rawText, jsonAs<string>()]);
}
