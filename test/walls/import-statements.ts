import { type Expression, type Program, type Span, Visitor } from 'oxc-parser';

/** One place where a module names another: `import`, `export … from`, `import()`, `import('…').Type`, a worker's URL. */
export interface ImportStatement {
  /** As written; absent where it is computed and cannot be known by reading. */
  readonly specifier: string | undefined;
  /** Leaves nothing behind when types are stripped. `import { type A }` does: the module is still loaded. */
  readonly typeOnly: boolean;
  /** What is taken from it; `*` for all of it, `default` for its default. */
  readonly names: readonly string[];
  readonly start: number;
}

/** Every import of a module, in the order of the text. */
export function importStatementsIn(program: Program): ImportStatement[] {
  const statements: ImportStatement[] = [];
  const take = (at: Span, specifier: string | undefined, names: readonly string[], typeOnly = false): void => {
    statements.push({ specifier, typeOnly, names, start: at.start });
  };
  new Visitor({
    ImportDeclaration: (node) => {
      const names = node.specifiers.map((specifier) => {
        if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported);
        return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
      });
      take(node, node.source.value, names, node.importKind === 'type');
    },
    ExportNamedDeclaration: (node) => {
      if (node.source === null) return;
      const names = node.specifiers.map((specifier) => nameOf(specifier.local));
      take(node, node.source.value, names, node.exportKind === 'type');
    },
    ExportAllDeclaration: (node) => take(node, node.source.value, ['*'], node.exportKind === 'type'),
    ImportExpression: (node) => take(node, literal(node.source), ['*']),
    TSImportType: (node) => take(node, node.source.value, ['*'], true),
    TSExternalModuleReference: (node) => take(node, node.expression.value, ['*']),
    CallExpression: (node) => {
      const [first] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'require') return;
      take(node, first === undefined || first.type === 'SpreadElement' ? undefined : literal(first), ['*']);
    },
    // `new Worker(new URL('./other.ts', import.meta.url))` runs a module as surely as importing it
    NewExpression: (node) => {
      const [first] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL') return;
      const path = first === undefined || first.type === 'SpreadElement' ? undefined : literal(first);
      if (path !== undefined && /^\.{1,2}\/.*\.[cm]?[jt]s$/.test(path)) take(node, path, ['*']);
    },
  }).visit(program);
  return statements;
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: string }): string {
  return node.name ?? node.value ?? '*';
}

function literal(expression: Expression): string | undefined {
  if (expression.type === 'Literal' && typeof expression.value === 'string') return expression.value;
  if (expression.type !== 'TemplateLiteral' || expression.expressions.length > 0) return undefined;
  return expression.quasis[0]?.value.cooked ?? undefined;
}
