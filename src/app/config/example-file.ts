import { type Branch, type Leaf, rootBranch } from '#app/config/leaves.ts';
import { writtenText } from '#app/config/written.ts';

const TITLE = [
  "# Plimsoll's configuration: every option, with its default.",
  '# Precedence, option by option: flag > environment > this file > default.',
  '# Durations are written 30s or 1h30m, ratios 0..1. Unknown keys are refused.',
];

/** A whole configuration file with defaults and comments; as it stands it changes nothing. */
export function exampleFile(): string {
  const sections = rootBranch.children.map((child) => linesOf(child, 0));
  return `${[TITLE, ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function linesOf(node: Leaf | Branch, depth: number): readonly string[] {
  const lines = node.kind === 'leaf' ? leafLines(node) : [`# ${node.description}`, `${node.key}:`];
  const below = node.kind === 'leaf' ? [] : node.children.flatMap((child) => linesOf(child, depth + 1));
  return [...lines.map((line) => '  '.repeat(depth) + line), ...below];
}

function leafLines({ key, meta, fallback }: Leaf): readonly string[] {
  const environment = meta.environment === undefined ? [] : [`environment ${meta.environment}${unitOf(meta.unit)}`];
  const names = [...environment, ...(meta.flag === undefined ? [] : [`flag --${meta.flag}`])].join(', ');
  const choices = meta.choices === undefined ? [] : [`# ${meta.wanted}`];
  const line = fallback === undefined ? `# ${key}: ${meta.example ?? ''}` : `${key}: ${writtenText(fallback)}`;
  return [`# ${meta.description}`, ...choices, ...(names === '' ? [] : [`# ${names}`]), line];
}

function unitOf(unit: 's' | 'ms' | undefined): string {
  return unit === undefined ? '' : ` (in ${unit} where it has no unit)`;
}
