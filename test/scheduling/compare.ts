import type { Judgement, NodeScores, NodeVerdict, PluginScores, Refusal } from './judgement.ts';

/** One thing that two engines say differently of one probe. Two differences of one `kind` have one cause, most likely. */
export interface Difference {
  /** What differs, without names of nodes or numbers: `filter NodePorts fits/rejected`. */
  readonly kind: string;
  /** Where and how, for people. */
  readonly what: string;
}

/** How often the subject said that it does not model something. Never a difference; a run counts it. */
export interface Comparison {
  readonly differences: readonly Difference[];
  readonly unknown: number;
}

/**
 * Compares a subject with the truth: who is refused by whom, with which code and reasons, every normalised score, every
 * total and the message. Raw scores are compared where the subject tells them.
 */
export function compare(truth: Judgement, subject: Judgement): Comparison {
  const verdicts = Object.values(subject.nodes);
  const unknown = verdicts.filter(({ kind }) => kind === 'unknown').length;
  const preFilter = comparePreFilter(truth.preFilter, subject.preFilter);
  if (preFilter.length > 0) return { differences: preFilter, unknown };
  const nodes = compareNodes(truth, subject);
  // what follows the filters is worth nothing where they differ, or where nobody knows
  if (nodes.length > 0 || unknown > 0) return { differences: nodes, unknown };
  return { differences: [...compareScores(truth, subject), ...compareMessages(truth, subject)], unknown };
}

/** Sorted: the order of extended resources in a refusal by NodeResourcesFit is that of a Go map, another each time. */
const said = (refusal: Refusal): string =>
  `${refusal.plugin} ${refusal.code}: ${refusal.reasons.toSorted().join(' | ')}`;

/** Errors are compared as errors: their words are Go's own. */
function sameRefusal(truth: Refusal, subject: Refusal): boolean {
  if (truth.code === 'Error') return subject.code === 'Error' && truth.plugin === subject.plugin;
  return said(truth) === said(subject);
}

function comparePreFilter(truth: Refusal | undefined, subject: Refusal | undefined): Difference[] {
  if (truth === undefined && subject === undefined) return [];
  if (truth !== undefined && subject !== undefined && sameRefusal(truth, subject)) return [];
  const whom = truth === undefined ? 'passed' : said(truth);
  const other = subject === undefined ? 'passed' : said(subject);
  const plugins = `${truth?.plugin ?? 'passed'}/${subject?.plugin ?? 'passed'}`;
  return [{ kind: `preFilter ${plugins}`, what: `before any node: ${whom}; the subject: ${other}` }];
}

function compareNodes(truth: Judgement, subject: Judgement): Difference[] {
  const names = new Set([...Object.keys(truth.nodes), ...Object.keys(subject.nodes)]);
  return [...names].flatMap((name) => compareNode(name, truth.nodes[name], subject.nodes[name]));
}

function compareNode(name: string, truth: NodeVerdict | undefined, subject: NodeVerdict | undefined): Difference[] {
  if (subject?.kind === 'unknown') return [];
  if (truth === undefined || subject === undefined) {
    return [{ kind: 'a node nobody judged', what: `${name}: judged by one side only` }];
  }
  if (truth.kind === 'fits' && subject.kind === 'fits') return [];
  if (truth.kind === 'rejected' && subject.kind === 'rejected' && sameRefusal(truth, subject)) return [];
  const words = (verdict: NodeVerdict): string => (verdict.kind === 'rejected' ? said(verdict) : verdict.kind);
  const plugin = (verdict: NodeVerdict): string => (verdict.kind === 'rejected' ? verdict.plugin : verdict.kind);
  return [
    {
      kind: `filter ${plugin(truth)}/${plugin(subject)}`,
      what: `${name}: ${words(truth)}; the subject: ${words(subject)}`,
    },
  ];
}

function compareScores(truth: Judgement, subject: Judgement): Difference[] {
  if ((truth.scoreError === undefined) !== (subject.scoreError === undefined)) {
    const what = `scoring: ${truth.scoreError ?? 'no error'}; the subject: ${subject.scoreError ?? 'no error'}`;
    return [{ kind: 'scoring breaks', what }];
  }
  if (truth.scores === undefined && subject.scores === undefined) return [];
  const names = new Set([...Object.keys(truth.scores ?? {}), ...Object.keys(subject.scores ?? {})]);
  const differences = [...names].flatMap((name) =>
    comparePlugin(name, truth, truth.scores?.[name], subject.scores?.[name]),
  );
  if (differences.length > 0) return differences;
  return compareValues('total', truth.totals ?? {}, subject.totals ?? {});
}

/** A plugin that one side skipped is worth 0 on every node. */
function comparePlugin(
  plugin: string,
  judged: Judgement,
  truth: PluginScores | undefined,
  subject: PluginScores | undefined,
): Difference[] {
  const zero = Object.fromEntries(Object.keys(judged.totals ?? {}).map((name) => [name, 0]));
  const raw =
    truth?.raw !== undefined && subject?.raw !== undefined
      ? compareValues(`raw score ${plugin}`, truth.raw, subject.raw)
      : [];
  if (raw.length > 0) return raw;
  return compareValues(`score ${plugin}`, truth?.normalised ?? zero, subject?.normalised ?? zero);
}

function compareValues(kind: string, truth: NodeScores, subject: NodeScores): Difference[] {
  const names = new Set([...Object.keys(truth), ...Object.keys(subject)]);
  const off = [...names].filter((name) => truth[name] !== subject[name]);
  if (off.length === 0) return [];
  const words = off.slice(0, 4).map((name) => `${name} ${truth[name]}, the subject ${subject[name]}`);
  return [{ kind, what: `${kind}: ${words.join('; ')}` }];
}

function compareMessages(truth: Judgement, subject: Judgement): Difference[] {
  if (truth.message === subject.message) return [];
  return [{ kind: 'message', what: `message: ${truth.message}; the subject: ${subject.message}` }];
}
