import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const firstLine = readFileSync(join(import.meta.dirname, '../src/app/cli.ts'), 'utf8').split('\n', 1)[0]!;

/** What the program starts V8 with, as its first line has it: subjects run as the program runs (docs/decisions/0006, 0007). */
export const programFlags: readonly string[] = firstLine.split(' ').filter((word) => word.startsWith('--'));
