import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanHouse } from './clean-house.ts';
import { mayImport, pureFloors, rooms } from './house.ts';
import { modulesOf } from './modules.ts';
import { rules, spelled, violationsOf } from './rules.ts';
import { seeds } from './seeds.ts';
import { sourcesUnder } from './sources.ts';

const root = join(import.meta.dirname, '../..');

describe('the table', () => {
  test('stands: every room imports only rooms named before it', () => {
    for (const [floor, room] of rooms.entries()) {
      const higher = mayImport[room].filter((other) => room !== 'app' && rooms.indexOf(other) >= floor);
      expect(higher, room).toEqual([]);
    }
  });

  test('is what tsconfig.pure.json says of the pure floors', () => {
    expect(pureConfig().include).toEqual([...pureFloors].map((room) => `src/${room}`));
  });

  test("follows package.json's own names for its folders", () => {
    const { imports }: { imports: unknown } = JSON.parse(textOf('package.json'));
    expect(imports).toEqual({ '#test/*': './test/*', '#*': './src/*' });
  });
});

describe('a seeded violation is caught by its rule and no other', () => {
  for (const { promise, files, want } of seeds) {
    const rule = want.slice(want.indexOf(' ') + 1);
    test(`${rule}: ${promise}`, () => {
      const found = violationsOf(modulesOf(files)).map(
        (violation) => `${violation.file}:${violation.line} ${violation.rule}`,
      );
      expect([...new Set(found)]).toEqual([want]);
    });
  }

  test('and every rule has a seed', () => {
    const seeded = new Set(seeds.map(({ want }) => want.slice(want.indexOf(' ') + 1)));
    expect([...seeded].toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
  });
});

describe('a message says what one may do instead', () => {
  const cases = [
    {
      file: 'src/cluster/a.ts',
      source: `import '#load/b.ts'; export const a = 1;`,
      want: 'src/cluster/a.ts:1 imports-only-below: cluster may import only base, api; #load/b.ts is in load',
    },
    {
      file: 'src/base/a.ts',
      source: `import '#load/b.ts'; export const a = 1;`,
      want: 'src/base/a.ts:1 imports-only-below: base imports no other room; #load/b.ts is in load',
    },
    {
      file: 'src/load/a.ts',
      source: `export const a = Date.now();`,
      want: 'src/load/a.ts:1 pure-floors-are-pure: load is a pure floor, without Date.now: take `now` as an argument',
    },
    {
      file: 'src/load/a.ts',
      source: `import './a.ts'; export const a = 1;`,
      want: 'src/load/a.ts:1 no-circles: src/load/a.ts → src/load/a.ts: move what both ends need into a module below both',
    },
  ];
  for (const { file, source, want } of cases) {
    test(want, () => expect(violationsOf(modulesOf({ [file]: source })).map(spelled)).toEqual([want]));
  }
});

test('a house in order has no violations', () => {
  expect(violationsOf(modulesOf(cleanHouse)).map(spelled)).toEqual([]);
});

describe('this repository', () => {
  const folders = ['src', 'dashboard'];
  const modules = modulesOf(sourcesUnder(root, folders));

  test('has been read, all of it', () => {
    const listed = folders
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`),
      );
    const ours = listed.filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/\/(node_modules|dist)\//.test(path));
    expect(modules.map(({ path }) => path)).toEqual(ours.toSorted());
    expect(modules.length).toBeGreaterThan(0);
  });

  test('stays within its walls', () => {
    const found = violationsOf(modules).map(spelled);
    expect(found.join('\n')).toBe('');
  });
});

describe('on a pure floor the compiler knows no', () => {
  const names = ['process', 'setTimeout', 'fetch', 'console', 'performance'];
  let said = '';
  beforeAll(async () => {
    said = await pureCompiler({
      ...Object.fromEntries(names.map((name) => [`${name}.ts`, `export const seen: unknown = ${name};\n`])),
      'pure.ts': 'export const largest: number = Math.max(1, 2);\n',
    });
  });

  for (const name of names) {
    test(name, () => {
      expect(said).toMatch(new RegExp(`${name}\\.ts\\(1,\\d+\\): error TS\\d+: Cannot find name '${name}'`));
    });
  }

  test('thing that is forbidden, and knows all others', () => {
    expect(said.match(/error TS/g)).toHaveLength(names.length);
  });
});

/** What tsc says of some files under the options of tsconfig.pure.json. */
async function pureCompiler(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-pure-'));
  const { extends: base, compilerOptions } = pureConfig();
  const config = { extends: join(root, base), compilerOptions, include: ['.'] };
  for (const [name, text] of Object.entries({
    ...files,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify(config),
  })) {
    writeFileSync(join(folder, name), text);
  }
  const said = await new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], (_refused, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
  rmSync(folder, { recursive: true });
  return said;
}

interface PureConfig {
  readonly extends: string;
  readonly include: readonly string[];
  readonly compilerOptions?: object;
}

function pureConfig(): PureConfig {
  return JSON.parse(textOf('tsconfig.pure.json'));
}

function textOf(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}
