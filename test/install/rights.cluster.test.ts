import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished } from 'vitest';
import { rightsOfRoles } from '#app/live/rights-of-roles.ts';
import type { BuiltRole } from '#app/live/roles.ts';
import { runProgram } from '#app/program.ts';
import type { DoctorReport } from '#views/doctor/report.ts';
import { collectorTest } from '../collector/collector-test.ts';
import type { Ran } from '../cli/cli-test.ts';
import type { SharedControlPlane } from '../control-plane/global-set-up.ts';
import { captured } from '../support/captured.ts';
import { podsOf } from '../support/cluster-state.ts';
import { expectOk, type KubeApi } from '../support/kube-api.ts';
import { onOwnControlPlane } from '../support/own-control-plane.ts';
import { auditedIn, rightsUsed } from '../support/rights-used.ts';
import { until } from '../support/until.ts';

const { test, stop } = onOwnControlPlane(collectorTest, {
  components: ['kube-controller-manager', 'kube-scheduler'],
  audit: true,
});
afterAll(stop);

const roles = ['collector', 'rescheduler'] as const;
const OWN = 'plimsoll-system';
const MIGRATIONS = '/apis/plimsoll.dev/v1/podmigrations';

/** What is declared and a run need not ask for, and why it is declared all the same. */
const seldom: readonly (readonly [right: RegExp, why: string])[] = [
  [
    /^list [a-z]+( of (apps|policy|\S+\.k8s\.io))?$/,
    'an API server that cannot stream a list into a watch is asked for it',
  ],
  [/^list configmaps plimsoll-control in /, 'likewise'],
  [/^list (nodes|pods) of metrics\.k8s\.io$/, 'where there is no Prometheus, metrics.k8s.io measures'],
  [/^patch events /, 'what happens again and again is counted in the Event that told of it first'],
  [/^create podmigrations /, 'a plan that wants a move; here they are wanted by hand'],
  [/^delete podmigrations /, 'finished ones are forgotten after two days'],
  [/^delete pods$/, 'a clone goes when its move is given up'],
  [/^(create|patch) configmaps /, 'the circuit breaker opens'],
  [/^(create|patch) evictionrequests /, 'where the API server serves them, and somebody answers them'],
];

const isSeldom = (right: string): boolean => seldom.some(([pattern]) => pattern.test(right));

const quick: Readonly<Record<string, string>> = {
  'rescheduling-mode': 'act',
  'rescheduling-interval': '2s',
  'move-settle': '3s',
  'minimum-pod-age': '1s',
  'prometheus-scrape-interval': '1s',
  'prometheus-window': '5s',
  'lease-namespace': OWN,
};

/** Of moves by hand. */
const patient = ['--minimum-pod-age', '1s', '--wait', '60s'];

async function plimsoll({ kubeconfig }: SharedControlPlane, ...typed: readonly string[]): Promise<Ran> {
  const terminal = captured(typed, { env: { KUBECONFIG: kubeconfig } });
  const code = await runProgram(terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-rights-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function install(api: KubeApi, controlPlane: SharedControlPlane, folder: string): Promise<void> {
  const { out } = await plimsoll(controlPlane, 'manifests', '--surge', '--replicas', '0');
  const file = join(folder, 'manifests.yaml');
  writeFileSync(file, out);
  const { kubectl, kubeconfig } = controlPlane;
  await promisify(execFile)(kubectl, ['--kubeconfig', kubeconfig, 'apply', '--server-side', '-f', file]);
  await until('our kinds to be served', async () => (await api.get(MIGRATIONS)).status === 200 || undefined);
}

/** A kubeconfig of a role's ServiceAccount, and of nobody else. */
async function kubeconfigOf(
  role: BuiltRole,
  api: KubeApi,
  { url, ca }: SharedControlPlane,
  folder: string,
): Promise<string> {
  const account = `/api/v1/namespaces/${OWN}/serviceaccounts/plimsoll-${role}`;
  const { token } = expectOk(await api.create(`${account}/token`, { spec: {} })).status;
  const file = join(folder, `${role}.kubeconfig`);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'role' } }],
    clusters: [
      { name: 'test', cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: [{ name: 'role', user: { token } }],
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

test('each role as its own account, with the rights that manifests grants: nothing is refused, nothing undeclared, nothing spare', async ({
  api,
  controlPlane,
  namespace,
  startNodes,
  startLoad,
  startScraping,
  startCollector,
  deploy,
}) => {
  const folder = aFolder();
  await install(api, controlPlane, folder);
  const load = await startLoad(await startNodes(4));
  for (const app of ['amber', 'birch']) await deploy(app, 2);
  const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
  const flags = { ...quick, 'prometheus-url': url };
  const running = [];
  for (const role of roles) {
    const kubeconfig = await kubeconfigOf(role, api, controlPlane, folder);
    running.push(await startCollector({ ...flags, kubeconfig }, role));
  }
  const moved = async (app: string, mode: string): Promise<Ran> => {
    const [pod] = await podsOf(api, namespace, app);
    return plimsoll(controlPlane, 'move', 'pod', `${namespace}/${pod!.metadata.name}`, '--mode', mode, ...patient);
  };
  expect((await moved('amber', 'Surge')).out).toMatch(/^\S+ {3}(Succeeded|Failed) {3}/m);
  expect((await moved('birch', 'Evict')).out).toMatch(/^\S+ {3}(Succeeded|Failed) {3}/m);
  // a watch is written down when it ends
  for (const role of running) expect(await role.stop()).toBe(0);

  for (const role of roles) {
    const user = `system:serviceaccount:${OWN}:plimsoll-${role}`;
    const asked = auditedIn(controlPlane.auditLog).filter((entry) => entry.user.username === user);
    const { undeclared, unused, refused } = rightsUsed(asked, rightsOfRoles[role], OWN);
    expect({ role, refused, undeclared }).toEqual({ role, refused: [], undeclared: [] });
    expect({ role, unused: unused.filter((right) => !isSeldom(right)) }).toEqual({ role, unused: [] });
  }
  const ofDoctor = async (account: BuiltRole, role: BuiltRole): Promise<readonly string[]> => {
    const kubeconfig = join(folder, `${account}.kubeconfig`);
    const { out } = await plimsoll(controlPlane, 'doctor', '--kubeconfig', kubeconfig, '--role', role, '-o', 'json');
    const { sections } = JSON.parse(out) as DoctorReport;
    const { findings } = sections.find(({ name }) => name === 'Rights')!;
    return findings.map(({ level, says }) => `${level}: ${says}`);
  };
  expect(await ofDoctor('rescheduler', 'rescheduler')).toEqual([
    expect.stringMatching(/^ok: .* has the \d+ rights that role rescheduler needs$/),
    expect.stringMatching(/^ok: .* may start a new pod before the old one goes$/),
  ]);
  const [missing] = await ofDoctor('collector', 'rescheduler');
  expect(missing).toMatch(
    /^problem: \S+plimsoll-collector may not do what role rescheduler needs: .*create pods\/eviction/,
  );
}, 150_000);

test('a right that is missing is told by the role as that, and by the doctor with the rule to add', async ({
  api,
  controlPlane,
  startNodes,
  startLoad,
  startScraping,
  startCollector,
}) => {
  const folder = aFolder();
  await install(api, controlPlane, folder);
  const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles/plimsoll-collector';
  const { rules } = expectOk(await api.get(path));
  const spoilt = rules.map((rule: { readonly verbs: readonly string[] }) =>
    Object.assign({}, rule, { verbs: rule.verbs.filter((verb) => verb !== 'patch') }),
  );
  expectOk(
    await api.merge(path, { rules: spoilt.filter(({ verbs }: { readonly verbs: object[] }) => verbs.length > 0) }),
  );
  const load = await startLoad(await startNodes(2));
  const { url } = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
  const kubeconfig = await kubeconfigOf('collector', api, controlPlane, folder);
  const collector = await startCollector({ ...quick, 'prometheus-url': url, kubeconfig });
  const told = await until('the failing marks to be told', async () =>
    collector.told().find(({ kind }) => kind === 'marks-failing'),
  );
  expect(`${told.msg} ${told.further?.join(' ') ?? ''}`).toMatch(/cannot patch resource "nodes"/);
  const { code, out } = await plimsoll(controlPlane, 'doctor', '--kubeconfig', kubeconfig);
  expect(code).toBe(1);
  expect(out).toContain('- {apiGroups: [""], resources: [nodes], verbs: [patch]}');
});
