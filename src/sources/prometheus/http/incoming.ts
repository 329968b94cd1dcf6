import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { HttpAnswer } from './exchange.ts';
import { prometheusFault } from './faults.ts';

/** An answer's body, unpacked; ends in a fault once it is longer than `longestBytes`. */
export async function* incoming(doing: string, answer: HttpAnswer, longestBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of unpacked(answer)) {
    bytes += chunk.length;
    if (bytes > longestBytes) {
      throw prometheusFault('prometheus/too-large', `${doing}: the answer is longer than ${longestBytes} bytes`);
    }
    yield chunk;
  }
}

function unpacked({ headers, body }: HttpAnswer): AsyncIterable<Uint8Array> {
  if (headers['content-encoding'] !== 'gzip') return body;
  // what goes wrong on either side ends the loop over what is returned
  return pipeline(body, createGunzip(), () => {});
}
