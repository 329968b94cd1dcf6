import type { MigrationPlan, NodeFate, ProposedMove } from '#decisions/rescheduling/plan/migration-plan.ts';
import type { Facts, Journal, Subject, Telling } from '#ports/journal.ts';

/** Tells plans where they differ from the last one: a pass that sees the same again is no news. */
export class PlanTeller {
  readonly #journal: Journal;
  readonly #self: Subject;
  #told: string = '';
  #heldBy: string | undefined;
  #stuck: ReadonlySet<string> = new Set();

  constructor(journal: Journal, self: Subject) {
    this.#journal = journal;
    this.#self = self;
  }

  tell(plan: MigrationPlan): void {
    this.#tellStuck(plan);
    const { moves, nodes, coverage } = plan;
    const reasons = [
      `${moves.length} moves are wanted; ${nodes.length} nodes are hot or at risk.`,
      ...moves.map(sentence),
      ...nodes.map(({ node, verdict, outcome }) => `Node ${node} is ${verdict}: ${outcome}.`),
    ];
    const gist = JSON.stringify([
      moves.map(({ pod, to }) => [pod.uid, to]),
      // in the order of their names: which of them is riskier changes from pass to pass
      nodes.map(({ node, outcome }) => `${node} ${outcome}`).toSorted(),
    ]);
    if (gist === this.#told || (this.#told === '' && nodes.length === 0)) return;
    this.#told = gist;
    const facts: Facts = {
      moves: moves.length,
      nodes: nodes.length,
      coverage: coverage.share,
      ...Object.assign({}, ...moves.map(numbersOf)),
    };
    this.#journal.record({ kind: 'planned', reasons, facts });
  }

  /** Nodes that are hot and stay so whatever is moved, when they come to be: somebody has to see to them. */
  #tellStuck({ nodes, sight }: MigrationPlan): void {
    if (sight === 'blind') return;
    const stuck = nodes.filter(({ verdict, outcome }) => verdict === 'hot' && outcome === 'immovable-load');
    for (const fate of stuck) if (!this.#stuck.has(fate.node)) this.#journal.record(stuckTelling(fate));
    this.#stuck = new Set(stuck.map(({ node }) => node));
  }

  /** Tells what holds all moves back, when that changes. */
  held(
    gate: { readonly kind: 'open' } | { readonly kind: 'held'; readonly reason: string; readonly message: string },
  ): void {
    const by = gate.kind === 'held' ? gate.reason : undefined;
    if (by === this.#heldBy) return;
    const before = this.#heldBy;
    this.#heldBy = by;
    if (gate.kind === 'held')
      this.#journal.record({
        kind: 'moves-held',
        subject: this.#self,
        reasons: [gate.message],
        facts: { reason: gate.reason },
      });
    else if (before !== undefined)
      this.#journal.record({
        kind: 'moves-freed',
        subject: this.#self,
        reasons: ['Nothing holds moves back any more.'],
      });
  }
}

function stuckTelling({ node, immovable }: NodeFate): Telling {
  const [at, facts] =
    immovable === undefined
      ? ['', {}]
      : [` at ${Math.round(immovable.load * 100)}% ${immovable.resource}`, { [immovable.resource]: immovable.load }];
  return {
    kind: 'node-stuck-hot',
    subject: { apiVersion: 'v1', kind: 'Node', name: node, uid: node },
    reasons: [
      `What cannot leave ${node} keeps it above its line${at}: no pod is moved off it in vain.`,
      'Lower what its DaemonSets, static pods and other unmovable pods use, or give the node more.',
    ],
    facts,
  };
}

function sentence({ pod, from, to, reason, avoidsMinutes, priceMinutes }: ProposedMove): string {
  const worth = `${Math.round(avoidsMinutes)} minutes of overload avoided at a price of ${Math.round(priceMinutes)}`;
  return `Pod ${pod.namespace}/${pod.name} from ${from} to ${to}: ${reason}; ${worth}.`;
}

function numbersOf({ pod, source, target, avoidsMinutes, priceMinutes }: ProposedMove): Facts {
  const key = `${pod.namespace}/${pod.name}`;
  return {
    [`${key}.avoidsMinutes`]: avoidsMinutes,
    [`${key}.priceMinutes`]: priceMinutes,
    ...loads(`${key}.source.before`, source.before),
    ...loads(`${key}.source.after`, source.after),
    ...loads(`${key}.target.before`, target.before),
    ...loads(`${key}.target.after`, target.after),
  };
}

function loads(of: string, expected: ProposedMove['source']['before']): Facts {
  return Object.fromEntries(expected.map(({ resource, now }) => [`${of}.${resource}`, now]));
}
