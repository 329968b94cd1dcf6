import { describe, expect, test } from 'vitest';
import type { PodDisruptionBudget } from '#api/kubernetes/workload.ts';
import { aSignal } from '#test/support/a-load.ts';
import type { Finding } from './finding.ts';
import { judgeBudgets } from './judge-budgets.ts';
import { judgeCoverage } from './judge-coverage.ts';
import { judgeFailures } from './judge-failures.ts';
import { judgeNeighbours } from './judge-neighbours.ts';
import { judgePods } from './judge-pods.ts';
import { judgeRights, type RightChecked } from './judge-rights.ts';
import { judgeRoles } from './judge-roles.ts';
import { judgeScraping, type ScrapingFacts } from './judge-scraping.ts';
import { judgeServer, type ServerFacts } from './judge-server.ts';
import { doctorReport, doctorText } from './report.ts';

const levels = (findings: readonly Finding[]): readonly string[] => findings.map(({ level }) => level);

describe('API server', () => {
  const server: ServerFacts = {
    server: 'https://k',
    version: 'v1.37.2',
    minor: 37,
    known: true,
    tookMs: [2, 900, 3],
    aheadMs: 700,
  };
  const cases: { name: string; facts: ServerFacts; want: readonly string[] }[] = [
    { name: 'all is well, one slow answer aside', facts: server, want: ['ok', 'ok', 'ok'] },
    { name: 'an unknown minor', facts: { ...server, known: false, minor: 38 }, want: ['warning', 'ok', 'ok'] },
    { name: 'slow answers', facts: { ...server, tookMs: [800, 900, 3] }, want: ['ok', 'warning', 'ok'] },
    { name: 'a clock that is ahead', facts: { ...server, aheadMs: 65_000 }, want: ['ok', 'ok', 'warning'] },
    { name: 'a clock that is behind', facts: { ...server, aheadMs: -65_000 }, want: ['ok', 'ok', 'warning'] },
    { name: 'a server that tells no time', facts: { ...server, aheadMs: 'unknown' }, want: ['ok', 'ok', 'ok'] },
  ];
  for (const { name, facts, want } of cases) test(name, () => expect(levels(judgeServer(facts))).toEqual(want));

  test('a skew is told with its direction', () => {
    expect(judgeServer({ ...server, aheadMs: -65_000 })[2]!.says).toBe(
      'our clock is 1m5s behind that of the API server',
    );
  });
});

describe('rights', () => {
  const aRight = (resource: string, verb: string, more: Partial<RightChecked> = {}): RightChecked => ({
    group: '',
    resource,
    verb,
    allowed: true,
    ...more,
  });

  test('what is missing is told as the rules to add, by place', () => {
    const rights = [
      aRight('nodes', 'list'),
      aRight('nodes', 'patch', { allowed: false }),
      aRight('pods', 'list', { allowed: false }),
      aRight('pods', 'watch', { allowed: false }),
      aRight('leases', 'create', { group: 'coordination.k8s.io', namespace: 'plimsoll-system', allowed: false }),
    ];
    expect(judgeRights({ role: 'role collector', who: 'sa', rights })).toEqual([
      {
        level: 'problem',
        says: 'sa may not do what role collector needs: patch nodes, list pods, watch pods',
        remedy: [
          'add to a ClusterRole bound to it:',
          '- {apiGroups: [""], resources: [nodes], verbs: [patch]}',
          '- {apiGroups: [""], resources: [pods], verbs: [list, watch]}',
        ].join('\n'),
      },
      {
        level: 'problem',
        says: 'sa may not do what role collector needs in namespace plimsoll-system: create leases',
        remedy: [
          'add to a Role in plimsoll-system bound to it:',
          '- {apiGroups: ["coordination.k8s.io"], resources: [leases], verbs: [create]}',
        ].join('\n'),
      },
    ]);
  });

  test('nothing is missing', () => {
    const rights = [aRight('nodes', 'list')];
    expect(levels(judgeRights({ role: 'role collector', who: 'sa', rights }))).toEqual(['ok']);
  });
});

describe('scraping', () => {
  const intervals: Readonly<Record<number, number>> = {
    1: 60_000,
    2: 60_000,
    3: 40_000,
    4: 30_000,
    16: 15_000,
    24: 5000,
  };
  const scraped = (scrapes: number): ScrapingFacts => {
    const everyMs = intervals[scrapes]!;
    const fittingWindowMs = Math.max(4 * everyMs, 120_000);
    return {
      windowMs: 120_000,
      windowFrom: 'scrape-interval',
      jobs: [{ job: 'node', scrapes, everyMs, fittingWindowMs }],
    };
  };
  const cases = [
    { name: 'four scrapes and more are well', scrapes: 4, want: ['ok'] },
    { name: 'three are few', scrapes: 3, want: ['warning'] },
    { name: 'one gives no rate', scrapes: 1, want: ['problem'] },
  ];
  for (const { name, scrapes, want } of cases) {
    test(name, () => {
      expect(levels(judgeScraping(scraped(scrapes)))).toEqual(want);
    });
  }
  test('a window far longer than needed is told, with what makes it shorter', () => {
    const [finding] = judgeScraping({ ...scraped(16), windowMs: 240_000 });
    expect(finding).toEqual({
      level: 'warning',
      says: 'job node is scraped every 15s: the rate window of 4m0s holds 16 scrapes; 2m0s would do, and show a node that heats up sooner',
      remedy: 'say how often it scrapes: --prometheus-scrape-interval 15s (sources.prometheus.scrapeInterval)',
    });
    expect(levels(judgeScraping({ ...scraped(24), windowMs: 230_000 }))).toEqual(['ok']);
  });
  test('a window that was given itself is the one to give otherwise', () => {
    const [finding] = judgeScraping({ ...scraped(1), windowFrom: 'itself' });
    expect(finding!.remedy).toBe('--prometheus-window 4m0s (sources.prometheus.window)');
  });
  test('the interval seen is the one to configure', () => {
    const [finding] = judgeScraping(scraped(2));
    expect(finding!.remedy).toContain('--prometheus-scrape-interval 1m0s');
  });
});

test('coverage below nine tenths moves nothing, and says who is not seen', () => {
  const coverage = { ready: 20, seen: 17, share: 0.85 };
  const unseen = ['n1', 'n2', 'n3'];
  expect(judgeCoverage({ coverage, unseen })).toMatchObject({
    level: 'problem',
    says: 'cpu and memory are known of 17 of 20 ready nodes (85%): below 90% nothing is moved; not seen: n1, n2, n3',
  });
  expect(judgeCoverage({ coverage: { ready: 20, seen: 19, share: 0.95 }, unseen: ['n1'] }).level).toBe('warning');
  expect(judgeCoverage({ coverage: { ready: 2, seen: 2, share: 1 }, unseen: [] }).level).toBe('ok');
  expect(judgeCoverage({ coverage: { ready: 0, seen: 0, share: 0 }, unseen: [] }).level).toBe('problem');
});

describe('failures', () => {
  const failure = { message: 'no answer', remedy: 'look there' };
  const of = (name: string, insteadFrom?: string) => {
    return { signal: aSignal(name), source: 'prometheus', failure, insteadFrom };
  };
  test('those of one reason are told together, as gravely as the gravest', () => {
    expect(judgeFailures([of('cpu'), of('load')])).toEqual([
      { level: 'problem', says: 'cpu, load: no answer', remedy: 'look there' },
    ]);
    expect(levels(judgeFailures([of('load')]))).toEqual(['warning']);
  });
  test('what another source stands in for is a warning', () => {
    expect(judgeFailures([of('cpu', 'metrics-api')])).toEqual([
      {
        level: 'warning',
        says: 'cpu: read from metrics-api, for prometheus gave nothing: no answer',
        remedy: 'look there',
      },
    ]);
  });
});

test('pods: some that have just started are no fault, many that are not known are', () => {
  const facts = { source: 'prometheus', failures: [], running: 100, young: 0 };
  expect(judgePods({ ...facts, known: 95 }).level).toBe('ok');
  expect(judgePods({ ...facts, known: 40 }).level).toBe('warning');
  const { level, says } = judgePods({ ...facts, known: 40, young: 58 });
  expect([level, says]).toEqual(['ok', expect.stringContaining('58 are younger')]);
  expect(judgePods({ ...facts, source: undefined, known: 0 }).level).toBe('warning');
});

describe('disruption budgets', () => {
  const aBudget = (
    name: string,
    spec: PodDisruptionBudget['spec'] & {},
    status: PodDisruptionBudget['status'] & {},
  ) => {
    return { metadata: { name, namespace: 'shop', uid: name }, spec, status };
  };
  const blocking = aBudget('web', { maxUnavailable: 0 }, { expectedPods: 3, desiredHealthy: 3, currentHealthy: 3 });
  const strained = aBudget(
    'db',
    { minAvailable: 2 },
    { expectedPods: 3, desiredHealthy: 2, currentHealthy: 2, disruptionsAllowed: 0 },
  );
  const idle = aBudget('old', { maxUnavailable: 0 }, { expectedPods: 0, desiredHealthy: 0, currentHealthy: 0 });

  test('one that forbids all is told apart from one that is used up now', () => {
    const [never, now] = judgeBudgets([blocking, strained, idle]);
    expect(never).toMatchObject({
      level: 'warning',
      says: 'no pod can ever be evicted under 1 disruption budget: shop/web',
      evidence: ['shop/web (maxUnavailable 0): 3 of 3 pods healthy, 3 demanded'],
    });
    expect(now).toMatchObject({
      says: 'no pod can be evicted now under 1 disruption budget, for too few are healthy: shop/db',
    });
  });
  test('one without pods blocks nothing', () => expect(levels(judgeBudgets([idle]))).toEqual(['ok']));
  test('none at all', () => expect(judgeBudgets([])[0]!.says).toBe('there is no disruption budget'));
});

describe('neighbours', () => {
  const cases = [
    { name: 'the descheduler by its image', images: ['registry.k8s.io/descheduler/descheduler:v0.34.0'], groups: [] },
    { name: 'the cluster autoscaler by its image', images: ['k8s.gcr.io/cluster-autoscaler-amd64:v1.33'], groups: [] },
    { name: 'karpenter by its API group', images: [], groups: ['karpenter.sh'] },
    { name: 'koordinator by its API group', images: [], groups: ['slo.koordinator.sh'] },
    { name: 'the vertical pod autoscaler by its API group', images: [], groups: ['autoscaling.k8s.io'] },
  ];
  for (const { name, images, groups } of cases) {
    test(name, () => {
      const found = judgeNeighbours({ groups, workloads: [{ name: 'kube-system/x', images }] });
      expect(levels(found)).toEqual(['warning']);
    });
  }
  test('images that only sound alike are nobody', () => {
    const images = ['registry.example/my-descheduler-ui:1', 'registry.example/app:1'];
    const found = judgeNeighbours({ groups: ['apps', 'autoscaling'], workloads: [{ name: 'a/b', images }] });
    expect(levels(found)).toEqual(['ok']);
  });
});

describe('roles', () => {
  const now = Date.UTC(2026, 10, 30);
  const lease = { role: 'collector', holder: 'pod-1', renewedAt: now - 2000, durationMs: 15_000 };
  const cases = [
    { name: 'a leader that renews', lease, want: 'collector: pod-1 leads, and renewed its Lease 2s ago' },
    {
      name: 'a leader that fell silent',
      lease: { ...lease, renewedAt: now - 3_600_000 },
      want: 'collector: pod-1 holds the Lease and has not renewed it for 1h0m: it died, or cannot reach the API server',
    },
    {
      name: 'nobody leads',
      lease: { ...lease, holder: undefined },
      want: 'collector: nobody leads; it was stopped in good order',
    },
  ];
  for (const { name, lease: one, want } of cases) {
    test(name, () => expect(judgeRoles({ namespace: 'p', leases: [one], now })[0]!.says).toBe(want));
  }
});

test('the report: findings by section, each remedy below what it mends, and a count', () => {
  const report = doctorReport([
    { name: 'API server', findings: [{ level: 'ok', says: 'it answers', evidence: ['shown in wide'] }] },
    {
      name: 'Rights',
      findings: [{ level: 'problem', says: 'no\u001b[2J', remedy: 'add:\n- rule', evidence: ['an example'] }],
    },
  ]);
  const paint = (_: unknown, text: string): string => text;
  expect(doctorText(report, { width: 'narrow', paint })).toBe(
    [
      'API server',
      '  ok        it answers',
      '',
      'Rights',
      '  problem   no [2J',
      '            - an example',
      '            remedy: add:',
      '            - rule',
      '',
      '1 ok, 0 warnings, 1 problem',
      '',
    ].join('\n'),
  );
  expect(doctorText(report, { width: 'wide', paint })).toContain('shown in wide');
});
