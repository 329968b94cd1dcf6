import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generatedMessages, protobufMessages } from '../../scripts/generate-protobuf-messages.ts';

// the binaries may come from a cache, without the sources: then the comparison with the API server itself must do
test('the message table is what the API’s sources give, where they are', () => {
  const committed = readFileSync(join(import.meta.dirname, '../..', generatedMessages), 'utf8');
  expect(protobufMessages() ?? committed).toBe(committed);
});
