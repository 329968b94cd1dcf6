import type { Node } from '#api/kubernetes/node.ts';
import type { Judgement, NodeScores, NodeVerdict, PluginScores, Refusal } from '../judgement.ts';
import { failureMessage } from './failure-message.ts';
import type { JudgeNode, NaivePlugin, No, Probe } from './plugin.ts';
import { nominatedFor } from './pods.ts';
import { defaultProfile, weights } from './profile.ts';

interface Filter {
  readonly plugin: string;
  readonly judge: JudgeNode;
}

/** What PreFilters leave: the filters to run, and the nodes to run them on. */
type Prepared =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'ready';
      readonly filters: readonly Filter[];
      readonly only: ReadonlySet<string> | undefined;
      /** Plugins that named nodes. */
      readonly namers: readonly string[];
    };

/** One pod against a world, the way kube-scheduler's default profile goes, but over every node and to the end. */
export function judgePod(probe: Probe): Judgement {
  const { nodes } = probe.objects;
  if (nodes.length === 0) return { nodes: {}, message: failureMessage({ nodes: {} }, 0) };
  if (probe.dialect.groups && probe.pod.spec.schedulingGroup !== undefined) return unknownEverywhere(probe);
  const plugins = defaultProfile(probe.dialect);
  const prepared = prepare(plugins, probe);
  if (prepared.kind === 'refused') return refused(prepared.refusal, nodes.length);
  const verdicts = nodes.map((node) => judgeNode(node, prepared, probe));
  const byName = Object.fromEntries(nodes.map((node, index) => [node.metadata.name, verdicts[index]!]));
  if (verdicts.some((verdict) => isOpen(verdict))) return { nodes: byName };
  const feasible = nodes.filter((_, index) => verdicts[index]!.kind === 'fits');
  if (feasible.length === 0) return { nodes: byName, message: failureMessage({ nodes: byName }, nodes.length) };
  return { nodes: byName, ...(feasible.length > 1 && score(plugins, feasible, probe)) };
}

function unknownEverywhere({ objects }: Probe): Judgement {
  const verdict: NodeVerdict = { kind: 'unknown', why: 'the pod is placed with its group' };
  return { nodes: Object.fromEntries(objects.nodes.map((node) => [node.metadata.name, verdict])) };
}

function refused(refusal: Refusal, nodeCount: number): Judgement {
  if (refusal.code === 'Error') return { preFilter: refusal, nodes: {} };
  return { preFilter: refusal, nodes: {}, message: failureMessage({ preFilter: refusal, nodes: {} }, nodeCount) };
}

function isOpen(verdict: NodeVerdict): boolean {
  return verdict.kind === 'unknown' || (verdict.kind === 'rejected' && verdict.code === 'Error');
}

/** The first refusal ends it, and so does the moment when no named node is left. */
function prepare(plugins: readonly NaivePlugin[], probe: Probe): Prepared {
  const filters: Filter[] = [];
  const namers: string[] = [];
  let only: ReadonlySet<string> | undefined;
  for (const { name, planFilter } of plugins) {
    const plan = planFilter?.(probe) ?? { kind: 'skip' };
    if (plan.kind === 'refuses') return { kind: 'refused', refusal: refusalOf(name, plan) };
    if (plan.kind === 'skip') continue;
    filters.push({ plugin: name, judge: plan.judge });
    if (plan.only === undefined) continue;
    namers.push(name);
    only = new Set([...plan.only].filter((node) => only?.has(node) ?? true));
    if (only.size === 0) return { kind: 'refused', refusal: noneLeft(namers) };
  }
  return { kind: 'ready', filters, only, namers };
}

function refusalOf(plugin: string, { code, reasons }: No): Refusal {
  if (code !== 'Error') return { plugin, code, reasons };
  return { plugin, code, reasons: [`running PreFilter plugin "${plugin}": ${reasons.join(', ')}`] };
}

function noneLeft(namers: readonly string[]): Refusal {
  const names = namers.toSorted();
  const reason =
    names.length === 1
      ? `node(s) didn't satisfy plugin ${names[0]}`
      : `node(s) didn't satisfy plugin(s) [${names.join(' ')}] simultaneously`;
  return { plugin: '', code: 'UnschedulableAndUnresolvable', reasons: [reason] };
}

/** Where room is kept for other pods, the node must fit with them there, and without: they may never come. */
function judgeNode(node: Node, prepared: Prepared & { kind: 'ready' }, probe: Probe): NodeVerdict {
  if (prepared.only !== undefined && !prepared.only.has(node.metadata.name)) {
    const reason = `node(s) didn't satisfy plugin(s) [${prepared.namers.toSorted().join(' ')}]`;
    return { kind: 'rejected', plugin: '', code: 'UnschedulableAndUnresolvable', reasons: [reason] };
  }
  const nominated = nominatedFor(probe.pod, node, probe.objects, probe.dialect);
  const crowded = runFilters(node, nominated, prepared.filters);
  if (nominated.length === 0 || crowded.kind !== 'fits') return crowded;
  return runFilters(node, [], prepared.filters);
}

function runFilters(node: Node, nominated: Probe['objects']['pods'], filters: readonly Filter[]): NodeVerdict {
  for (const { plugin, judge } of filters) {
    const answer = judge(node, nominated);
    if (answer === 'unknown') return { kind: 'unknown', why: `${plugin} is not modelled` };
    if (answer !== undefined) return { kind: 'rejected', plugin, ...answer };
  }
  return { kind: 'fits' };
}

function score(
  plugins: readonly NaivePlugin[],
  feasible: readonly Node[],
  probe: Probe,
): Pick<Judgement, 'scores' | 'totals' | 'scoreError'> {
  const names = feasible.map((node) => node.metadata.name);
  const scores: Record<string, PluginScores> = {};
  for (const { name, planScore } of plugins) {
    const plan = planScore?.(probe, feasible) ?? { kind: 'skip' };
    if (plan.kind === 'fails') return { scoreError: `running PreScore plugin "${name}": ${plan.why}` };
    if (plan.kind === 'skip') continue;
    const raw = feasible.map(plan.score);
    const normalised = plan.normalise?.(raw) ?? raw;
    const invalid = normalised.find((one) => one < 0 || one > 100);
    if (invalid !== undefined) return { scoreError: `plugin "${name}" returns an invalid score ${invalid}` };
    scores[name] = { raw: zip(names, raw), normalised: zip(names, normalised) };
  }
  return {
    scores,
    totals: zip(
      names,
      names.map((node) => totalOf(node, scores)),
    ),
  };
}

function totalOf(node: string, scores: Readonly<Record<string, PluginScores>>): number {
  return Object.entries(scores).reduce(
    (sum, [plugin, { normalised }]) => sum + normalised[node]! * (weights[plugin] ?? 1),
    0,
  );
}

function zip(names: readonly string[], values: readonly number[]): NodeScores {
  return Object.fromEntries(names.map((name, index) => [name, values[index]!]));
}
