import { expect, test } from 'vitest';
import { Interner } from '#kube/decode/interner.ts';
import { protobufEncoding } from '#kube/decode/protobuf/protobuf-encoding.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { kindNames, readKinds } from './kinds.ts';

for (const kind of kindNames) {
  test(`all that is kept of a ${kind} can be had in protobuf`, () => {
    const { shape, message }: { readonly shape: Shape<unknown>; readonly message: string } = readKinds[kind];
    expect(protobufEncoding(shape, message, new Interner())).toBeDefined();
  });
}
