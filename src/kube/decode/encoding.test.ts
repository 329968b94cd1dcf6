import { expect, test } from 'vitest';
import { Decoder } from './decoder.ts';
import { acceptOf, answeredIn } from './encoding.ts';
import { Interner } from './interner.ts';
import { jsonEncoding } from './json-encoding.ts';
import { protobufEncoding } from './protobuf/protobuf-encoding.ts';
import { anyJson, fields, rawText } from './shapes.ts';

const shape = fields({ metadata: fields({ name: rawText }) });
const json = jsonEncoding(new Decoder(shape));
const protobuf = protobufEncoding(shape, 'k8s.io.api.core.v1.Pod', new Interner())!;

test('the first encoding is asked for first', () => {
  expect(acceptOf([protobuf, json])).toBe('application/vnd.kubernetes.protobuf, application/json');
});

const answers = [
  { name: 'protobuf', contentType: 'application/vnd.kubernetes.protobuf', want: protobuf },
  { name: 'a watch in protobuf', contentType: 'application/vnd.kubernetes.protobuf;stream=watch', want: protobuf },
  { name: 'JSON', contentType: 'application/json', want: json },
  { name: 'JSON with a charset', contentType: 'application/json; charset=utf-8', want: json },
  { name: 'what nobody asked for', contentType: 'text/html', want: json },
  { name: 'an answer that does not say', contentType: undefined, want: json },
];
for (const { name, contentType, want } of answers) {
  test(`an answer in its own words: ${name}`, () => expect(answeredIn([protobuf, json], contentType)).toBe(want));
}

test('what only JSON can give stays JSON', () => {
  expect(protobufEncoding(fields({ spec: anyJson }), 'k8s.io.api.core.v1.Pod', new Interner())).toBeUndefined();
});
