import { counted } from '#views/counted.ts';
import type { Paint, Tone } from '#views/table.ts';
import type { Finding, Level, Section } from './finding.ts';

/** Everything a doctor found, as every window shows it. */
export interface DoctorReport {
  readonly sections: readonly Section[];
  readonly counts: Readonly<Record<Level, number>>;
}

export function doctorReport(sections: readonly Section[]): DoctorReport {
  const all = sections.flatMap(({ findings }) => findings);
  const count = (level: Level): number => all.filter((finding) => finding.level === level).length;
  return { sections, counts: { ok: count('ok'), warning: count('warning'), problem: count('problem') } };
}

export interface ReportOptions {
  /** `narrow` leaves out the evidence of what is ok. */
  readonly width: 'narrow' | 'wide';
  readonly paint: Paint;
}

const tones: Readonly<Record<Level, Tone>> = { ok: 'good', warning: 'doubtful', problem: 'bad' };
const LEVEL_WIDTH = 'problem'.length;

/** The report as people read it: findings by section, each remedy below what it mends. */
export function doctorText({ sections, counts }: DoctorReport, options: ReportOptions): string {
  const parts = sections.map(({ name, findings }) => {
    return `${name}\n${findings.map((finding) => findingText(finding, options)).join('')}`;
  });
  const { ok, warning, problem } = counts;
  return `${parts.join('\n')}\n${ok} ok, ${counted(warning, 'warning')}, ${counted(problem, 'problem')}\n`;
}

function findingText({ level, says, remedy, evidence = [] }: Finding, { width, paint }: ReportOptions): string {
  const indent = ' '.repeat(LEVEL_WIDTH + 5);
  const shown = level === 'ok' && width === 'narrow' ? [] : evidence;
  const below = [...shown.map((line) => `- ${line}`), ...(remedy === undefined ? [] : `remedy: ${remedy}`.split('\n'))];
  const head = `  ${paint(tones[level], level.padEnd(LEVEL_WIDTH))}   ${oneLine(says)}\n`;
  return `${head}${below.map((line) => `${indent}${oneLine(line)}\n`).join('')}`;
}

// what servers say is theirs: it must not drive the terminal
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
