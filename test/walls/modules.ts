import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { type Comment, parseSync, type ParseResult, type Program } from 'oxc-parser';
import { globalUsesIn } from './global-uses.ts';
import { importStatementsIn } from './import-statements.ts';
import type { Sources } from './sources.ts';

/** Where an import leads. */
type Target =
  | { readonly kind: 'own'; readonly path: string; readonly room: string | undefined }
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'unreadable' };

export interface Import {
  readonly specifier: string;
  readonly line: number;
  readonly typeOnly: boolean;
  readonly names: readonly string[];
  readonly target: Target;
}

/** A module as plain data: all that the rules look at. */
export interface Module {
  /** From the repository's root, with `/`. */
  readonly path: string;
  /** The folder under `src/`, whether or not the house knows it; absent outside `src/` and for files directly in it. */
  readonly room: string | undefined;
  /** A `*.test.ts`. */
  readonly isTest: boolean;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly uses: readonly { readonly name: string; readonly line: number }[];
  /** `borrowed`: it exports, and all of it is other modules' work. */
  readonly exports: 'nothing' | 'borrowed' | 'own';
  /** Why the text is no module. Whatever else is known of it is then only a part. */
  readonly broken?: { readonly line: number; readonly why: string };
}

/** What is written inside `src/`, without tests. */
export function isProduct(module: Module): boolean {
  return isUnder('src', module.path) && !module.isTest;
}

export function isUnder(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`);
}

export function isTestPath(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Reads source texts into modules, sorted by path. A text that does not parse still becomes one. */
export function modulesOf(sources: Sources): Module[] {
  const paths = Object.keys(sources).toSorted();
  return paths.map((path) => moduleOf(path, sources[path]!));
}

function moduleOf(path: string, source: string): Module {
  const parsed = parseSync(path, source);
  const lineOf = (start: number): number => source.slice(0, start).split('\n').length;
  const references = parsed.comments.filter(isReference).map(({ start }) => ({ name: '/// <reference>', start }));
  return {
    path,
    room: roomOf(path),
    isTest: isTestPath(path),
    lines: source.split('\n').length - 1,
    imports: importStatementsIn(parsed.program).map(({ specifier, typeOnly, names, start }) => ({
      specifier: specifier ?? '(computed)',
      line: lineOf(start),
      typeOnly,
      names,
      target: specifier === undefined ? { kind: 'unreadable' } : targetOf(specifier, path),
    })),
    uses: [...references, ...globalUsesIn(parsed.program)].map(({ name, start }) => ({ name, line: lineOf(start) })),
    exports: exportsOf(parsed.program),
    ...brokenness(parsed, lineOf),
  };
}

function brokenness(parsed: ParseResult, lineOf: (start: number) => number): Pick<Module, 'broken'> {
  const error = parsed.errors[0];
  if (error === undefined) return {};
  return { broken: { line: lineOf(error.labels[0]?.start ?? 0), why: error.message } };
}

/** `/// <reference types="node" />` lets the whole world in, past every import. */
function isReference(comment: Comment): boolean {
  return comment.type === 'Line' && /^\/\s*<reference\b/.test(comment.value);
}

function roomOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

/** Follows package.json's `imports` (`#test/*` is `test/*`, `#*` is `src/*`); a test holds the two together. */
function targetOf(specifier: string, from: string): Target {
  if (specifier.startsWith('#test/')) return own(`test/${specifier.slice('#test/'.length)}`);
  if (specifier.startsWith('#')) return own(`src/${specifier.slice(1)}`);
  if (/^\.{1,2}(\/|$)/.test(specifier)) return own(`${posix.dirname(from)}/${specifier}`);
  if (isBuiltin(specifier)) return { kind: 'node', name: specifier.replace(/^node:/, '') };
  const name = /^(@[^/]+\/)?[^/:]+(?=\/|$)/.exec(specifier)?.[0];
  return name === undefined ? { kind: 'unreadable' } : { kind: 'package', name };
}

function own(path: string): Target {
  const normal = posix.normalize(path);
  return { kind: 'own', path: normal, room: roomOf(normal) };
}

function exportsOf(program: Program): Module['exports'] {
  const exported = program.body.filter(
    (statement) =>
      statement.type === 'ExportAllDeclaration' ||
      statement.type === 'ExportDefaultDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' &&
        (statement.declaration !== null || statement.specifiers.length > 0)),
  );
  if (exported.length === 0) return 'nothing';
  const passesOn = program.body.every(
    (statement) =>
      statement.type === 'ImportDeclaration' ||
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement.declaration === null),
  );
  return passesOn ? 'borrowed' : 'own';
}
