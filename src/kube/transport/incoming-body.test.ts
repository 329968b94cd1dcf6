import { expect, test } from 'vitest';
import { IncomingBody } from './incoming-body.ts';

const kibibyte = new Uint8Array(1024);

test('a reader that is behind stops the connection once, and lets it go on once most is read', async () => {
  const told: string[] = [];
  const body = new IncomingBody({
    pause: () => told.push('stop'),
    resume: () => told.push('go on'),
    abort: () => told.push('end'),
  });
  const read = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number++) await body.next();
  };
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 255; number++) body.push(kibibyte);
    expect(told.splice(0)).toEqual([]);
    for (let number = 0; number < 10; number++) body.push(kibibyte);
    expect(told.splice(0)).toEqual(['stop']);
    await read(200);
    expect(told.splice(0)).toEqual([]);
    await read(65);
    expect(told.splice(0)).toEqual(['go on']);
  }
});
