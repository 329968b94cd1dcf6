import { type Expression, type MemberExpression, type Program, type PropertyKey, type Span, Visitor } from 'oxc-parser';
import { offPureFloors } from './house.ts';

/** Something of the world a module touches, named the way it reads: `Date.now`, `process.env`, `fetch`, `async`. */
export interface Use {
  readonly name: string;
  readonly start: number;
}

/** The names for everything, in Node: `globalThis.process` is `process`. A `window` here is a span of time. */
const worlds: ReadonlySet<string> = new Set(['globalThis', 'global']);

/** Only these are told: every other name is the module's own affair. */
const watched: ReadonlySet<string> = new Set(Object.keys(offPureFloors).map(rootOf));

/**
 * The watched globals a module touches, in the order of the text.
 * There are no scopes here: a parameter called `process` counts as `process`, because it reads like it.
 */
export function globalUsesIn(program: Program): Use[] {
  const uses: Use[] = [];
  const settled = new Set<object>(); // names that refer to nothing (keys, labels), or are told with their member
  const tell = (name: string, at: Span): void => {
    const told = worlds.has(name) ? 'globalThis' : name;
    if (watched.has(rootOf(told))) uses.push({ name: told, start: at.start });
  };
  const settle = (...nodes: readonly (object | null)[]): void => {
    for (const node of nodes) if (node !== null) settled.add(node);
  };
  const settleKey = (node: { readonly computed: boolean; readonly key: object }): void => {
    if (!node.computed) settle(node.key);
  };
  const takeApart = (pattern: Pattern, name: string): void => {
    for (const property of pattern.properties) {
      const key = property.type === 'Property' ? textOf(property.key, property.computed) : undefined;
      if (property.type !== 'Property' || key === undefined) tell(name, property);
      else if (!worlds.has(name)) tell(`${name}.${key}`, property);
      else if (isPattern(property.value)) takeApart(property.value, key);
      else tell(key, property);
    }
  };
  const takenApart = (pattern: { readonly type: string }, from: Expression | null): void => {
    const source = from === null ? undefined : globalNamed(from);
    if (source === undefined || !isPattern(pattern)) return;
    settle(...source.spelledBy);
    takeApart(pattern, source.name);
  };
  const sayAsync = (node: Span & { readonly async: boolean }): void => {
    if (node.async) tell('async', node);
  };

  new Visitor({
    Identifier: (node) => {
      if (!settled.has(node)) tell(node.name, node);
    },
    MemberExpression: (node) => {
      if (!node.computed) settle(node.property);
      const of = globalNamed(node.object);
      const key = memberOf(node);
      if (of === undefined || key === undefined || settled.has(node)) return;
      settle(...of.spelledBy);
      tell(worlds.has(of.name) ? key : `${of.name}.${key}`, node);
    },
    VariableDeclarator: (node) => takenApart(node.id, node.init),
    AssignmentPattern: (node) => takenApart(node.left, node.right),
    AssignmentExpression: (node) => takenApart(node.left, node.right),
    NewExpression: (node) => {
      if (globalNamed(node.callee)?.name === 'Date' && node.arguments.length === 0) tell('new Date()', node);
    },
    CallExpression: (node) => {
      if (globalNamed(node.callee)?.name === 'Date') tell('Date()', node);
    },

    FunctionDeclaration: sayAsync,
    FunctionExpression: sayAsync,
    ArrowFunctionExpression: sayAsync,
    AwaitExpression: (node) => tell('await', node),
    ForOfStatement: (node) => {
      if (node.await) tell('await', node);
    },
    VariableDeclaration: (node) => {
      if (node.kind === 'await using') tell('await', node);
    },
    ImportExpression: (node) => tell('import()', node),
    MetaProperty: (node) => {
      settle(node.meta, node.property);
      if (node.meta.name === 'import') tell('import.meta', node);
    },
    TSModuleDeclaration: (node) => {
      settle(node.id);
      if (node.declare) tell('declare global', node);
    },

    Property: settleKey,
    MethodDefinition: settleKey,
    PropertyDefinition: settleKey,
    AccessorProperty: settleKey,
    TSAbstractMethodDefinition: settleKey,
    TSAbstractPropertyDefinition: settleKey,
    TSAbstractAccessorProperty: settleKey,
    TSPropertySignature: settleKey,
    TSMethodSignature: settleKey,
    TSQualifiedName: (node) => settle(node.right),
    TSNamedTupleMember: (node) => settle(node.label),
    TSImportType: (node) => settle(node.qualifier),
    ImportSpecifier: (node) => settle(node.imported, node.local),
    ImportDefaultSpecifier: (node) => settle(node.local),
    ImportNamespaceSpecifier: (node) => settle(node.local),
    ImportAttribute: (node) => settle(node.key),
    ExportSpecifier: (node) => settle(node.exported),
    LabeledStatement: (node) => settle(node.label),
    BreakStatement: (node) => settle(node.label),
    ContinueStatement: (node) => settle(node.label),
  }).visit(program);
  return uses;
}

/** `console.log` is a use of `console`. */
export function rootOf(name: string): string {
  return /^\w+(?=\.)/.exec(name)?.[0] ?? name;
}

/** As much of a destructuring pattern as is looked at: bindings and assignments have different types for one thing. */
interface Pattern {
  readonly type: 'ObjectPattern';
  readonly properties: readonly (PatternProperty | (Span & { readonly type: 'RestElement' }))[];
}

interface PatternProperty extends Span {
  readonly type: 'Property';
  readonly key: PropertyKey;
  readonly computed: boolean;
  readonly value: Pattern | { readonly type: string };
}

function isPattern(node: Pattern | { readonly type: string }): node is Pattern {
  return node.type === 'ObjectPattern';
}

/** The global an expression names (`process`, also spelled `globalThis.process`), with the nodes that spell it. */
function globalNamed(expression: Expression): { name: string; spelledBy: object[] } | undefined {
  const bare = unwrapped(expression);
  if (bare.type === 'Identifier') return { name: bare.name, spelledBy: [bare] };
  if (bare.type !== 'MemberExpression') return undefined;
  const of = globalNamed(bare.object);
  const key = memberOf(bare);
  if (of === undefined || key === undefined || !worlds.has(of.name)) return undefined;
  return { name: key, spelledBy: [bare, ...of.spelledBy] };
}

/** Without what changes only how an expression is typed or grouped. */
function unwrapped(expression: Expression): Expression {
  if (
    expression.type === 'ParenthesizedExpression' ||
    expression.type === 'ChainExpression' ||
    expression.type === 'TSAsExpression' ||
    expression.type === 'TSSatisfiesExpression' ||
    expression.type === 'TSNonNullExpression' ||
    expression.type === 'TSTypeAssertion'
  ) {
    return unwrapped(expression.expression);
  }
  return expression;
}

/** The member's name, where it is written down: `a.b` or `a['b']`, not `a[b]`. */
function memberOf(node: MemberExpression): string | undefined {
  return textOf(node.property, node.computed);
}

function textOf(key: PropertyKey, computed: boolean): string | undefined {
  if (key.type === 'Identifier') return computed ? undefined : key.name;
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value;
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
