import { describe, expect, test } from 'vitest';
import type { RosterNode } from '#ports/cluster-roster.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { loadDefaults, type LoadOptions } from '#load/options.ts';
import { aFault, aRosterNode, CountingObserver, SaidSource } from '#test/collector/fakes.ts';
import { MemoryMarker } from '#test/collector/memory-marker.ts';
import { MemoryRoster } from '#test/collector/memory-roster.ts';
import type { Values } from '#test/support/a-load.ts';
import { toldJournal } from '#test/support/told.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { type CollectOptions, LoadCollector } from './collect-load.ts';
import { ControllerLoop } from './controller-loop.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const PASS = 30 * SECOND;
const self = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace: 'here', name: 'plimsoll-collector' };

function optionsOf(load: Partial<LoadOptions> = {}, writesPerSecond = 20): CollectOptions {
  const options = { ...loadDefaults, ...load };
  const annotations = { ...annotationsDefaults, writesPerSecond };
  const lines = { signals: builtInSignals(options, annotations), options, prefix: annotations.prefix };
  return { intervalMs: PASS, sampleEveryMs: PASS, lines, annotations, pods: 'not-asked' };
}

interface Start {
  readonly clock?: VirtualClock;
  readonly nodes?: readonly RosterNode[];
  readonly marker?: MemoryMarker;
  readonly standsBy?: boolean;
  readonly options?: CollectOptions;
}

/** A collector at work on nodes n1 and n2, by a clock that a test moves. */
function aCollector(start: Start = {}) {
  const { clock = new VirtualClock(), nodes = [aRosterNode('n1'), aRosterNode('n2')] } = start;
  const marker = start.marker ?? new MemoryMarker(clock);
  if (start.marker === undefined) for (const node of nodes) marker.join(node);
  const roster = new MemoryRoster(clock, nodes);
  const source = new SaidSource(clock);
  const journal = toldJournal();
  const observer = new CountingObserver();
  const term = new AbortController();
  const held = { options: start.options ?? optionsOf(), acts: start.standsBy !== true };
  const ports = {
    clock,
    journal,
    roster,
    marker,
    observer,
    source: () => source,
    acting: () => (held.acts && !term.signal.aborted ? term.signal : undefined),
  };
  const collector = new LoadCollector(ports, self, () => held.options);
  const loop = new ControllerLoop(collector, { clock, journal });
  const ending = new AbortController();
  return {
    clock,
    roster,
    source,
    marker,
    journal,
    observer,
    collector,
    loop,
    held,
    term,
    /** Begins, and ends the first pass. */
    begin: async (): Promise<void> => {
      void loop.run(ending.signal);
      await clock.advance(0);
    },
    passes: (count: number): Promise<void> => clock.advance(count * PASS),
    kinds: (): readonly string[] => journal.told.map(({ kind }) => kind),
    on: (name: string): Readonly<Record<string, string>> => marker.nodes.get(name)?.annotations ?? {},
    end: (): void => ending.abort(),
  };
}

/** The nodes as the cluster shows them after these writes. */
function seenAfter(marker: MemoryMarker, nodes: readonly RosterNode[], marksSince: number): readonly RosterNode[] {
  return nodes.map((node) => ({ ...node, marks: marker.nodes.get(node.name)!.annotations, marksSince }));
}

const both = (n1: number, n2: number): Readonly<Record<string, Values>> => ({
  cpu: { n1, n2 },
  memory: { n1: 0.4, n2: 0.4 },
});

describe('hot and cool', () => {
  test('the third sample above the line makes a node hot: told on the node, published first', async () => {
    const { source, begin, passes, on, journal, clock, end } = aCollector();
    source.says = both(0.9, 0.3);
    await begin();
    await passes(1);
    expect(on('n1')).not.toHaveProperty(['metrics.overloaded']);
    await passes(1);
    expect(on('n1')['metrics.overloaded']).toBe('true'); // it goes first
    await clock.advance(SECOND);
    expect(on('n2')['metrics.overloaded']).toBe('false');
    expect(journal.told).toEqual([
      expect.objectContaining({
        kind: 'node-hot',
        subject: { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'uid-of-n1' },
        reasons: ['cpu is 0.900, and 3 of the last 3 samples were above 0.800.'],
      }),
    ]);
    end();
  });

  test('the third sample below the release level makes it cool again', async () => {
    const { source, begin, passes, on, kinds, end } = aCollector();
    source.says = both(0.9, 0.3);
    await begin();
    await passes(2);
    source.says = both(0.5, 0.3);
    await passes(2);
    expect(on('n1')['metrics.overloaded']).toBe('true');
    await passes(1);
    expect(on('n1')['metrics.overloaded']).toBe('false');
    expect(kinds()).toEqual(['node-hot', 'node-cool']);
    end();
  });

  test('trap 18: one sample read again and again is one sample', async () => {
    const { source, begin, passes, on, end, clock } = aCollector();
    source.says = both(0.9, 0.3);
    const takenAt = clock.now();
    await begin();
    for (let pass = 1; pass < 6; pass++) {
      source.ageMs = clock.now() + PASS - takenAt;
      await passes(1);
    }
    expect(on('n1')).not.toHaveProperty(['metrics.overloaded']);
    end();
  });
});

describe('a source that goes blind', () => {
  test('A-04, traps 2 and 11: values age out to absent keys, no verdict flips, it is told once; and it recovers', async () => {
    const { source, begin, passes, on, kinds, collector, end } = aCollector();
    source.says = both(0.9, 0.3);
    await begin();
    await passes(2);
    expect(collector.sighted).toEqual({ ok: true });
    source.fault = aFault('http://prometheus: the connection was refused');
    await passes(5);
    expect(on('n1')['metrics.cpu']).toBe('0.900');
    expect(kinds()).toEqual(['node-hot', 'pass-degraded', 'source-blind']);
    expect(collector.sighted).toEqual({ ok: false, reason: expect.stringContaining('the connection was refused') });
    await passes(8); // beyond five minutes
    expect(Object.keys(on('n1'))).toEqual(['metrics.overloaded', 'metrics.last-updated']);
    expect([on('n1')['metrics.overloaded'], on('n2')['metrics.overloaded']]).toEqual(['true', 'false']);
    await passes(30); // beyond fifteen
    expect([on('n1'), on('n2')]).toEqual([{}, {}]);
    expect(kinds()).toEqual(['node-hot', 'pass-degraded', 'source-blind']);
    source.fault = undefined;
    await passes(1);
    expect(on('n1')['metrics.cpu']).toBe('0.900');
    expect(collector.sighted).toEqual({ ok: true });
    expect(kinds().slice(3)).toEqual(['source-recovered']);
    end();
  });

  test('a source that never answered is told at the first pass', async () => {
    const { source, begin, journal, marker, end } = aCollector();
    source.fault = aFault('nobody is there');
    await begin();
    expect(journal.told).toEqual([
      expect.objectContaining({
        kind: 'source-blind',
        subject: self,
        reasons: expect.arrayContaining([expect.stringContaining('nobody is there')]),
      }),
    ]);
    expect(marker.writes).toEqual([]);
    end();
  });

  test('A-10: a partial answer is taken for what it holds, and told once', async () => {
    const nodes = ['a', 'b', 'c'].map((name) => aRosterNode(name));
    const { source, begin, passes, on, journal, kinds, end } = aCollector({ nodes });
    source.says = { cpu: { a: 0.4, b: 0.5 }, memory: { a: 0.4, b: 0.4, c: 0.4 } };
    source.warnings = ['store down'];
    source.isDegraded = true;
    await begin();
    await passes(3);
    expect([on('a')['metrics.cpu'], on('b')['metrics.cpu'], on('c')['metrics.cpu']]).toEqual([
      '0.400',
      '0.500',
      undefined,
    ]);
    expect(journal.told.map(({ kind, reasons }) => [kind, reasons.at(-1)])).toEqual([
      ['pass-degraded', 'the source warns: store down'],
    ]);
    source.warnings = [];
    await passes(2); // partial, and nobody says why
    source.isDegraded = false;
    await passes(2);
    expect(kinds()).toEqual(['pass-degraded', 'pass-degraded', 'pass-recovered']);
    end();
  });

  test('A-16: a metric that vanished for all is one problem; what was hot stays hot', async () => {
    const { source, begin, passes, on, journal, end } = aCollector();
    source.says = both(0.93, 0.3);
    await begin();
    await passes(2);
    source.says = { cpu: {}, memory: { n1: 0.4, n2: 0.4 } };
    source.problems = [{ fault: aFault('the query for cpu finds nothing: up == 2'), signals: ['cpu'] }];
    await passes(4);
    expect(on('n1')).toMatchObject({ 'metrics.cpu': '0.930', 'metrics.overloaded': 'true' });
    await passes(10);
    expect(on('n1')).not.toHaveProperty(['metrics.cpu']);
    expect(on('n1')['metrics.overloaded']).toBe('true');
    const told = journal.told.filter(({ kind }) => kind === 'pass-degraded' || kind === 'source-blind');
    expect(told.map(({ kind }) => kind)).toEqual(['pass-degraded', 'source-blind']);
    expect(told[0]!.reasons.join(' ')).toContain('the query for cpu finds nothing: up == 2');
    end();
  });
});

describe('after a restart', () => {
  const past = (values: readonly number[]) =>
    values.map((n1, index) => ({ agoMs: (values.length - index) * PASS, says: both(n1, 0.3) }));

  test('the verdict published goes on, and what stands there is not written again', async () => {
    const first = aCollector();
    first.source.says = both(0.9, 0.3);
    await first.begin();
    await first.passes(3);
    first.end();
    const { clock, marker } = first;
    const nodes = seenAfter(marker, first.roster.nodes, clock.now());
    const written = marker.writes.length;
    const second = aCollector({ clock, marker, nodes });
    second.source.says = both(0.78, 0.3); // between release and line: hot only because it was
    await second.begin();
    await clock.advance(PASS - 1);
    expect(second.on('n1')['metrics.overloaded']).toBe('true');
    expect(second.kinds()).toEqual([]);
    // 0.9 became 0.78, and n2 has not moved: at most its heartbeat is due
    const marked = second.observer.counted.filter((line) => line.startsWith('marked') && !line.includes('heartbeat'));
    expect(marked).toEqual(['marked moved written']);
    expect(marker.writes[written]!.name).toBe('n1');
    second.end();
  });

  test('one that starts blind leaves what is published alone while it may be fresh, then lets the values go', async () => {
    const first = aCollector();
    first.source.says = both(0.9, 0.3);
    await first.begin();
    await first.passes(3);
    first.end();
    const { clock, marker } = first;
    const written = marker.writes.length;
    const second = aCollector({ clock, marker, nodes: seenAfter(marker, first.roster.nodes, clock.now()) });
    second.source.fault = aFault('nobody is there');
    await second.begin();
    await second.passes(9);
    expect(marker.writes).toHaveLength(written);
    expect(second.kinds()).toEqual(['source-blind']);
    await second.passes(2);
    await clock.advance(SECOND);
    expect(Object.keys(second.on('n1'))).toEqual(['metrics.overloaded', 'metrics.last-updated']);
    expect(second.on('n1')['metrics.overloaded']).toBe('true');
    second.end();
  });

  test('the past that the source remembers decides where nothing is published', async () => {
    const { source, begin, on, clock, kinds, end } = aCollector();
    source.remembers = past([0.9, 0.9, 0.9]);
    source.says = both(0.9, 0.3);
    await begin();
    await clock.advance(SECOND);
    expect(on('n1')['metrics.overloaded']).toBe('true');
    expect(kinds()).toEqual(['node-hot']); // nobody has said so yet: it would stand on the node
    end();
  });

  test('the past ends one pass ago, and holds as many samples as decide', async () => {
    const { source, begin, clock, end } = aCollector();
    const now = clock.now();
    source.says = both(0.3, 0.3);
    await begin();
    expect(source.asked.past).toEqual([
      expect.objectContaining({ signals: ['cpu', 'memory'], fromMs: now - 5 * PASS, toMs: now - PASS, stepMs: PASS }),
    ]);
    end();
  });

  test('a source that cannot be asked at the start is asked for the past once it answers, and no further back', async () => {
    const first = aCollector();
    first.source.says = both(0.9, 0.3);
    await first.begin();
    await first.passes(3);
    first.end();
    const { clock, marker } = first;
    const second = aCollector({ clock, marker, nodes: seenAfter(marker, first.roster.nodes, clock.now()) });
    second.source.fault = aFault('nobody is there');
    await second.begin();
    await second.passes(40); // both verdicts are forgotten
    await clock.advance(SECOND);
    expect([second.on('n1'), second.on('n2'), second.source.asked.past]).toEqual([{}, {}, []]);
    second.source.fault = undefined;
    second.source.says = both(0.9, 0.3);
    second.source.remembers = past([0.9, 0.9]);
    const now = clock.now() - SECOND + PASS;
    await second.passes(1);
    expect(['n1', 'n2'].map((node) => second.on(node)['metrics.overloaded'])).toEqual(['true', 'false']);
    await second.passes(3);
    expect(second.source.asked.past).toEqual([expect.objectContaining({ fromMs: now - 5 * PASS, toMs: now - PASS })]);
    expect(second.kinds()).toEqual(['source-blind', 'node-hot', 'source-recovered']);
    second.end();
  });

  test('a signal that is first heard of later has a past of its own', async () => {
    const { source, begin, passes, end } = aCollector();
    source.says = { cpu: { n1: 0.5 } };
    await begin();
    await passes(2);
    source.says = both(0.5, 0.5);
    await passes(2);
    expect(source.asked.past.map(({ signals }) => signals)).toEqual([['cpu'], ['memory']]);
    end();
  });

  test('a past that cannot be had is told once: verdicts start from what stands on the nodes', async () => {
    const { source, begin, passes, on, journal, end } = aCollector();
    source.says = both(0.9, 0.3);
    source.remembers = past([0.9]);
    source.pastFault = aFault('range queries are forbidden');
    await begin();
    await passes(2);
    expect(on('n1')['metrics.overloaded']).toBe('true');
    expect(journal.told.map(({ kind, reasons }) => [kind, reasons[0]])).toEqual([
      ['past-unread', expect.stringMatching(/^Verdicts on cpu, memory start .*: range queries are forbidden$/)],
      ['node-hot', expect.anything()],
    ]);
    end();
  });

  test('a past that is had late decides as if it had been had at once, and is asked for only while it can', async () => {
    const { source, begin, passes, on, journal, clock, end } = aCollector();
    source.says = both(0.9, 0.3);
    source.remembers = past([0.9, 0.9, 0.9]);
    source.pastFault = aFault('too many samples');
    await begin();
    await passes(1);
    expect(on('n1')).not.toHaveProperty(['metrics.overloaded']);
    source.pastFault = undefined;
    await passes(1);
    await clock.advance(SECOND);
    expect(on('n1')['metrics.overloaded']).toBe('true');
    expect(journal.told.map(({ kind }) => kind)).toEqual(['past-unread', 'past-read', 'node-hot']);
    expect(source.asked.past).toHaveLength(3);
    end();

    const never = aCollector();
    never.source.says = both(0.9, 0.3);
    never.source.remembers = past([0.9]);
    never.source.pastFault = aFault('range queries are forbidden');
    await never.begin();
    await never.passes(20);
    expect(never.source.asked.past).toHaveLength(loadDefaults.hot.of);
    expect(never.kinds().filter((kind) => kind === 'past-unread')).toHaveLength(1);
    never.end();
  });

  test('trap 10: what was measured before a node existed is not its own', async () => {
    const clock = new VirtualClock();
    const nodes = [aRosterNode('n1', { createdAt: clock.now() - SECOND }), aRosterNode('n2')];
    const { source, begin, on, passes, end } = aCollector({ clock, nodes });
    source.remembers = past([0.9, 0.9, 0.9]);
    source.says = both(0.9, 0.3);
    source.ageMs = 2 * SECOND;
    await begin();
    await clock.advance(SECOND);
    expect(on('n1')).toEqual({});
    expect(on('n2')['metrics.overloaded']).toBe('false');
    await passes(1);
    expect(on('n1')['metrics.cpu']).toBe('0.900');
    end();
  });

  test('a standby measures, writes nothing, and publishes at once when it leads', async () => {
    const { source, begin, passes, marker, held, collector, clock, end } = aCollector({ standsBy: true });
    source.says = both(0.9, 0.3);
    await begin();
    await passes(2);
    expect(marker.writes).toEqual([]);
    held.acts = true;
    collector.publish(new AbortController().signal);
    await clock.advance(0);
    await clock.advance(SECOND);
    expect(marker.writes.map(({ name, set }) => [name, set['metrics.overloaded']])).toEqual([
      ['n1', 'true'],
      ['n2', 'false'],
    ]);
    end();
  });
});

describe('who is in the cluster', () => {
  test('a node that is gone is forgotten, and its name’s next bearer starts anew', async () => {
    const { source, begin, passes, roster, marker, on, collector, clock, end } = aCollector();
    source.says = both(0.9, 0.3);
    await begin();
    await passes(2);
    const born = aRosterNode('n1', { uid: 'another', createdAt: clock.now() });
    roster.join(born);
    marker.join(born);
    source.says = both(0.5, 0.3);
    await passes(1);
    expect(on('n1')).toMatchObject({ 'metrics.cpu': '0.500' });
    expect(on('n1')).not.toHaveProperty(['metrics.overloaded']);
    roster.leave('n1');
    await passes(1);
    expect(collector.view.rows.map((row) => collector.view.node(row).name)).toEqual(['n2']);
    end();
  });
});

describe('lines that move', () => {
  test('a higher line cools a node whose samples are below its release level', async () => {
    const { source, begin, passes, held, on, kinds, clock, end } = aCollector();
    source.says = both(0.82, 0.3);
    await begin();
    await passes(4);
    held.options = optionsOf({ thresholds: { ...loadDefaults.thresholds, cpu: 0.95 } });
    await passes(1);
    await clock.advance(SECOND);
    expect(on('n1')['metrics.overloaded']).toBe('false');
    expect(kinds()).toEqual(['node-hot', 'node-cool']);
    end();
  });

  test('a higher line whose release level is still exceeded flips nothing', async () => {
    const { source, begin, passes, held, on, kinds, end } = aCollector();
    source.says = both(0.85, 0.3);
    await begin();
    await passes(4);
    held.options = optionsOf({ thresholds: { ...loadDefaults.thresholds, cpu: 0.9 } });
    await passes(6);
    expect(on('n1')['metrics.overloaded']).toBe('true');
    expect(kinds()).toEqual(['node-hot']);
    end();
  });

  test('a lower line makes hot what has been above it', async () => {
    const { source, begin, passes, held, on, end } = aCollector();
    source.says = both(0.5, 0.3);
    await begin();
    await passes(4);
    held.options = optionsOf({ thresholds: { ...loadDefaults.thresholds, cpu: 0.4 } });
    await passes(1);
    expect([on('n1')['metrics.overloaded'], on('n2')['metrics.overloaded']]).toEqual(['true', 'false']);
    end();
  });
});

describe('writing', () => {
  test('no more writes a second than the budget, however much moves; passes do not wait for them', async () => {
    const nodes = Array.from({ length: 100 }, (_, index) => aRosterNode(`n${index}`));
    const { source, begin, passes, marker, observer, kinds, end } = aCollector({ nodes, options: optionsOf({}, 2) });
    const all = (value: number): Values => Object.fromEntries(nodes.map(({ name }) => [name, value]));
    for (const value of [0.1, 0.3, 0.5, 0.7]) {
      source.says = { cpu: all(value), memory: all(0.4) };
      if (value === 0.1) await begin();
      await passes(1);
    }
    const times = marker.writes.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(150);
    times.forEach((at, index) => expect(at - (times[index - 2] ?? 0)).toBeGreaterThanOrEqual(SECOND));
    expect(observer.counted.filter((line) => line === 'passed whole')).toHaveLength(5);
    expect(kinds()).toEqual(['heartbeat-stretched']);
    end();
  });

  test('what ended in a fault does not count as written, is told once, and is tried at the next plan', async () => {
    const { source, begin, passes, marker, on, kinds, observer, end } = aCollector();
    source.says = both(0.5, 0.3);
    marker.fault = aFault('the connection broke in mid-air');
    await begin();
    await passes(1);
    expect(on('n1')['metrics.cpu'] ?? on('n2')['metrics.cpu']).toBeDefined();
    expect(kinds()).toEqual(['marks-failing', 'marks-recovered']);
    await passes(1);
    expect([on('n1')['metrics.cpu'], on('n2')['metrics.cpu']]).toEqual(['0.500', '0.300']);
    expect(observer.counted.filter((line) => line.startsWith('marked'))).toContain('marked moved test/outside');
    end();
  });

  test('a node that refuses its marks is told of once', async () => {
    const { source, begin, passes, marker, journal, end } = aCollector({ nodes: [aRosterNode('n1')] });
    source.says = both(0.5, 0.3);
    marker.refusal = 'an admission webhook does not like it';
    await begin();
    await passes(6);
    expect(journal.told.map(({ kind, subject }) => [kind, subject?.name])).toEqual([['mark-refused', 'n1']]);
    end();
  });

  test('whoever loses the office writes no more', async () => {
    const nodes = Array.from({ length: 50 }, (_, index) => aRosterNode(`n${index}`));
    const { source, begin, clock, marker, term, end } = aCollector({ nodes, options: optionsOf({}, 2) });
    source.says = { cpu: Object.fromEntries(nodes.map(({ name }) => [name, 0.5])) };
    await begin();
    await clock.advance(5 * SECOND);
    term.abort();
    const written = marker.writes.length;
    expect(written).toBeGreaterThan(0);
    await clock.advance(5 * MINUTE);
    expect(marker.writes).toHaveLength(written);
    end();
  });

  test('stopping ends the plan, and waits for what is under way', async () => {
    const nodes = Array.from({ length: 50 }, (_, index) => aRosterNode(`n${index}`));
    const { source, begin, clock, marker, collector, end } = aCollector({ nodes, options: optionsOf({}, 2) });
    source.says = { cpu: Object.fromEntries(nodes.map(({ name }) => [name, 0.5])) };
    await begin();
    await clock.advance(2 * SECOND);
    end();
    await collector.stop();
    const written = marker.writes.length;
    await clock.advance(MINUTE);
    expect(marker.writes).toHaveLength(written);
  });
});
