import type { GatheredSignal } from '#load/gathering/gather-signal.ts';
import type { LiveNode } from '#load/live-node.ts';
import { type Match, type MatchRule, matchWords } from '#load/gathering/node-index.ts';
import type { SignalSpec, Unit } from '#load/signals/signal.ts';
import { reasonCode, reasonWords, type Refusal } from '#load/unknown-reason.ts';
import { suspectUnit } from '#load/signals/unit-suspicion.ts';
import { ageText } from '#views/span.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { someOf } from './some-of.ts';

const ABSENT = reasonCode('absent');

/** What came of one signal. */
export interface SignalFacts {
  readonly signal: SignalSpec;
  readonly source: string;
  /** What the source counts in. */
  readonly unit: Unit;
  readonly nodes: readonly LiveNode[];
  readonly gathered: GatheredSignal;
  /** As they came, to guess the unit from. */
  readonly rawValues: readonly number[];
  /** Labels whose values name live nodes, as some series of the source carry them. */
  readonly namingLabels: readonly string[];
  readonly now: number;
}

/** Whether what was read of one signal is of use: mapped to nodes, in the unit declared, and fresh. */
export function judgeSignal(facts: SignalFacts): readonly Finding[] {
  const findings = [judgeAmbiguous, judgeUnit, judgeStale, judgeRefused, judgeUnmapped, judgeSilent].flatMap(
    (judge) => judge(facts) ?? [],
  );
  return [...judgeMapped(facts), ...findings];
}

/** A node without an essential signal is not seen; without another it is. */
function grave(signal: SignalSpec, says: string, remedy: string, evidence: readonly string[] = []): Finding {
  return (signal.essential ? problem : warning)(`${signal.name}: ${says}`, remedy, evidence);
}

const ruleNames: Readonly<Record<MatchRule, string>> = {
  'declared-label': 'the declared label',
  'node-label': 'label node',
  instance: 'label instance',
  pod: 'the pod’s node',
};

const matchRules: readonly MatchRule[] = ['declared-label', 'node-label', 'instance', 'pod'];

function judgeMapped({ signal, source, unit, nodes, gathered, now }: SignalFacts): readonly Finding[] {
  const known = nodes.flatMap((_, row) => (Number.isNaN(gathered.values[row]!) ? [] : [gathered.takenAt[row]!]));
  if (known.length === 0) return [];
  const { mapped } = gathered.counts;
  const rules = matchRules.filter((rule) => mapped[rule] !== undefined);
  const by = rules.map((rule) => ruleNames[rule]).join(' and ');
  const oldest = ageText(Math.max(0, now - Math.min(...known)));
  const of = `${known.length} of ${nodes.length} nodes`;
  return [
    ok(`${signal.name}: ${of} known from ${source} in ${unit}, mapped by ${by}; the oldest sample is ${oldest} old`),
  ];
}

function judgeAmbiguous({ signal, nodes, gathered }: SignalFacts): Finding | undefined {
  const count = gathered.counts.unmapped.ambiguous ?? 0;
  if (count === 0) return undefined;
  const examples = gathered.counts.strangers.filter(({ match }) => match.kind === 'ambiguous');
  return grave(
    signal,
    `${count} series speak of an address that several nodes claim, so those nodes are unknown`,
    'have the series carry the name of their node: relabel __meta_kubernetes_pod_node_name to a label node; or delete the Node object that is gone (kubectl get nodes -o wide shows addresses)',
    examples.map(({ labels, match }) => strangerText(labels, match, nodes)),
  );
}

function judgeUnit({ signal, unit, rawValues, gathered }: SignalFacts): Finding | undefined {
  const suspicion = suspectUnit(unit, rawValues);
  if (suspicion.kind === 'fits' && gathered.counts.hint === undefined) return undefined;
  const { likely, because } =
    suspicion.kind === 'suspect' ? suspicion : ({ likely: 'percent', because: gathered.counts.hint! } as const);
  return grave(
    signal,
    `it is declared as ${unit}, and looks like ${likely}: ${because}`,
    `declare its unit where its query stands: ${unitOption(signal)}: ${likely}; or have the query give a ${unit}`,
  );
}

/** Where the unit of a signal is declared. */
function unitOption({ name }: SignalSpec): string {
  const isBuiltIn = ['cpu', 'memory', 'load', 'latency'].includes(name) || name.startsWith('psi-');
  return isBuiltIn ? `sources.prometheus.queries.${name}.unit` : `load.signals.${name}.unit`;
}

function judgeStale({ signal, gathered, source }: SignalFacts): Finding | undefined {
  const old = gathered.counts.refused['too-old'] ?? 0;
  const early = gathered.counts.refused['from-the-future'] ?? 0;
  if (old + early === 0) return undefined;
  if (old === 0) {
    const remedy = 'have the clocks of Prometheus and of this machine keep time by NTP, or raise load.skew';
    return grave(signal, `samples from the future: ${early}`, remedy);
  }
  const scrape =
    source === 'prometheus'
      ? 'see at the targets page of Prometheus when they were scraped last, and why not since'
      : 'see whether what measures still runs';
  return grave(
    signal,
    `samples too old to count: ${old}`,
    `${scrape}; where scrapes are meant to be that rare, raise load.freshFor`,
  );
}

/** What is not told apart above, or with the series that are not mapped. */
const untrue: readonly Refusal[] = [
  'empty',
  'malformed',
  'not-a-number',
  'infinite',
  'negative',
  'out-of-range',
  'no-denominator',
];

function judgeRefused({ signal, gathered }: SignalFacts): Finding | undefined {
  const { hint, refused } = gathered.counts;
  const reasons = untrue.filter((why) => refused[why] !== undefined && !(hint !== undefined && why === 'out-of-range'));
  if (reasons.length === 0) return undefined;
  const words = reasons.map((why) => `${refused[why]!}: ${reasonWords[why]}`);
  return grave(
    signal,
    `some samples cannot be true (${words.join('; ')})`,
    'run the query of the signal in Prometheus and look at the values of these series',
  );
}

function judgeUnmapped(facts: SignalFacts): Finding | undefined {
  const { signal, nodes, gathered, namingLabels } = facts;
  const { unmapped, strangers, series } = gathered.counts;
  const count = (unmapped['no-such-node'] ?? 0) + (unmapped['no-label'] ?? 0);
  if (count === 0) return undefined;
  const examples = strangers
    .filter(({ match }) => match.kind !== 'ambiguous')
    .map(({ labels, match }) => strangerText(labels, match, nodes));
  // machines that are no nodes may be scraped too
  if (silentNodes(facts).length === 0) {
    return ok(`${signal.name}: ${count} of ${series} series speak of no node of this cluster`, examples);
  }
  return grave(signal, `${count} of ${series} series find no node`, labelRemedy(namingLabels), examples);
}

function labelRemedy(namingLabels: readonly string[]): string {
  const [label] = namingLabels;
  if (label !== undefined) {
    return `the label ${label} names nodes: declare it with --prometheus-node-label ${label} (sources.prometheus.nodeLabel: ${label})`;
  }
  return [
    'have each series carry the name of its node, in the scrape config of its job:',
    '  relabel_configs:',
    '  - {source_labels: [__meta_kubernetes_pod_node_name], target_label: node}',
    'or declare the label that has it already with --prometheus-node-label LABEL',
  ].join('\n');
}

function judgeSilent(facts: SignalFacts): Finding | undefined {
  const { signal, nodes, gathered } = facts;
  const silent = silentNodes(facts);
  // where series find no node, those are to be mended first
  const lost = (gathered.counts.unmapped['no-such-node'] ?? 0) + (gathered.counts.unmapped['no-label'] ?? 0);
  if (silent.length === 0 || lost > 0) return undefined;
  const who = someOf(silent.map(({ name }) => name));
  return grave(
    signal,
    `no series speaks for ${silent.length} of ${nodes.length} nodes: ${who}`,
    'see that what measures runs on these nodes and is scraped: `kubectl get pods -A -o wide | grep exporter`, and the targets page of Prometheus (up == 0)',
  );
}

/** Ready nodes that no series was taken to speak of. */
function silentNodes({ nodes, gathered }: SignalFacts): readonly LiveNode[] {
  return nodes.filter((node, row) => node.ready && Number.isNaN(gathered.values[row]!) && gathered.why[row] === ABSENT);
}

function strangerText(labels: Readonly<Record<string, string>>, match: Match, nodes: readonly LiveNode[]): string {
  const shown = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `{${shown.join(', ')}}: ${matchWords(match, nodes)}`;
}
