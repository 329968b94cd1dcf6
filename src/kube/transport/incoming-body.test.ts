import { expect, test } from 'vitest';
import { IncomingBody } from './incoming-body.ts';
import { textOf } from './fixtures/a-transport.ts';

const kibibyte = new Uint8Array(1024);
const bytesOf = (text: string): Uint8Array => Buffer.from(text);

function aBody(): { body: IncomingBody; told: string[] } {
  const told: string[] = [];
  const body = new IncomingBody({
    pause: () => told.push('stop'),
    resume: () => told.push('go on'),
    abort: () => told.push('end'),
  });
  return { body, told };
}

const nextOf = async (body: IncomingBody): Promise<string> => {
  const { value } = await body.next();
  return value === undefined ? 'the end' : textOf(value);
};

test('a reader that is behind stops the connection once, and lets it go on when it reads', async () => {
  const { body, told } = aBody();
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 255; number++) body.push(kibibyte);
    expect(told.splice(0)).toEqual([]);
    for (let number = 0; number < 10; number++) body.push(kibibyte);
    expect(told.splice(0)).toEqual(['stop']);
    expect((await body.next()).value).toHaveLength(265 * 1024);
    expect(told.splice(0)).toEqual(['go on']);
  }
});

test('a reader is given all that waits, and may take its time with it while more comes', async () => {
  const { body } = aBody();
  body.push(bytesOf('one '));
  body.push(bytesOf('two'));
  const { value: first } = await body.next();
  body.push(bytesOf('three'));
  expect(textOf(first!)).toBe('one two');
  expect(await nextOf(body)).toBe('three');
  const waiting = nextOf(body);
  body.push(bytesOf('four'));
  expect(await waiting).toBe('four');
  body.push(bytesOf('five'));
  body.finish();
  expect([await nextOf(body), await nextOf(body)]).toEqual(['five', 'the end']);
});

test('what is pushed may be overwritten at once', async () => {
  const { body } = aBody();
  const memory = bytesOf('one');
  body.push(memory);
  memory.set(bytesOf('two'));
  body.push(memory);
  expect(await nextOf(body)).toBe('onetwo');
});
