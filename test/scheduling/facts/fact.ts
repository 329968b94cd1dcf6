import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Judgement } from '../judgement.ts';
import type { World } from '../world.ts';

/** A world, and what kube-scheduler's own code said of each probe in it. */
export interface Fact {
  /** For a fact that was kept after engines differed over it: what it shows. */
  readonly why?: string;
  readonly world: World;
  readonly judgements: readonly Judgement[];
}

const ending = '.ndjson.gz';

/** Names of the files of facts in a folder, without their ending. */
export const factFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .toSorted();

/** The facts of one file: a JSON text a line, packed. */
export const readFacts = (folder: string, name: string): Fact[] =>
  gunzipSync(readFileSync(join(folder, name + ending)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Bytes to write for these facts; the same facts give the same bytes. */
export const packFacts = (facts: readonly Fact[]): Buffer =>
  gzipSync(facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''), { level: 9 });

/** Where the facts of one name belong. */
export const factPath = (folder: string, name: string): string => join(folder, name + ending);
