import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compare } from '../compare.ts';
import { factFiles, readFacts } from '../facts/fact.ts';
import type { Judge } from '../judgement.ts';
import { mutations } from './mutations.ts';

// node replay-facts.ts NUMBER: exits with 1 as soon as a fact shows the mutation of that number, with 0 if none does
const mutation = mutations[Number(process.argv[2])]!;
const path = join(import.meta.dirname, '../../../src/decisions/scheduling', mutation.file);
const target = pathToFileURL(path).href;
const source = readFileSync(path, 'utf8').replace(mutation.find, () => mutation.replace);

registerHooks({
  load: (url, context, next) =>
    url === target ? { format: 'module-typescript', source, shortCircuit: true } : next(url, context),
});

const { engineJudge } = (await import('../engine-judge.ts')) as { engineJudge: Judge };
const folder = join(import.meta.dirname, '../facts');

function isShownBy(name: string): boolean {
  return readFacts(folder, name).some(({ world, judgements }) => {
    const ours = engineJudge(world);
    return judgements.some((truth, index) => compare(truth, ours[index]!).differences.length > 0);
  });
}

const shown = factFiles(folder).find(isShownBy);
if (shown !== undefined) console.log(shown);
process.exitCode = shown === undefined ? 0 : 1;
