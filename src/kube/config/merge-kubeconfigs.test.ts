import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fault } from '#base/fault.ts';
import { chooseContext } from './choose-context.ts';
import type { ClusterEntry, ContextEntry, Kubeconfig, UserEntry } from './kubeconfig.ts';
import { emptyKubeconfig } from './kubeconfig.ts';
import { kubeconfigList } from './kubeconfig-files.ts';
import { mergeKubeconfigs } from './merge-kubeconfigs.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

/** One run of `kubectl config view --raw -o json`, with `--minify` where `minify` is set. */
interface KubectlView {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly list: string;
  readonly minify?: readonly string[];
  readonly view?: unknown;
  readonly refused?: string;
}

// What stands under `view` and `refused` is what the real kubectl v1.32.4 printed for these very files.
const recorded: { readonly cases: readonly KubectlView[] } = JSON.parse(
  readFileSync(new URL('fixtures/kubectl-views.json', import.meta.url), 'utf8'),
);

describe('as kubectl v1.32.4 sees it', () => {
  for (const c of recorded.cases) {
    test(c.name, () => {
      if (c.refused === undefined) expect(plain(viewOf(said(c), c.minify))).toEqual(plain(c.view));
      else expect(() => viewOf(said(c), c.minify)).toThrow(Fault);
    });
  }
});

/** What the files of the case's list say together. */
function said(c: KubectlView): Kubeconfig {
  const there = kubeconfigList(c.list, ':').filter((file) => c.files[file] !== undefined);
  return mergeKubeconfigs(there.map((file) => readKubeconfig(file, c.files[file] ?? '')));
}

function viewOf(config: Kubeconfig, minify: readonly string[] | undefined): unknown {
  if (!minify)
    return wire(
      config.currentContext,
      [...config.clusters.values()],
      [...config.users.values()],
      [...config.contexts.values()],
    );
  const context = minify.find((flag) => flag.startsWith('--context='))?.slice('--context='.length);
  const chosen = chooseContext(config, { context });
  const entry = config.contexts.get(chosen.contextName ?? '');
  return wire(chosen.contextName, [chosen.cluster], chosen.user ? [chosen.user] : [], entry ? [entry] : []);
}

function wire(
  current: string | undefined,
  clusters: readonly ClusterEntry[],
  users: readonly UserEntry[],
  contexts: readonly ContextEntry[],
): object {
  return {
    'current-context': current,
    clusters: clusters.map((entry) => ({
      name: entry.name,
      cluster: {
        server: entry.server,
        'certificate-authority': entry.certificateAuthority,
        'tls-server-name': entry.tlsServerName,
        'insecure-skip-tls-verify': entry.insecureSkipTlsVerify,
        'proxy-url': entry.proxyUrl,
        'disable-compression': entry.disableCompression,
      },
    })),
    users: users.map((entry) => ({
      name: entry.name,
      user: {
        token: entry.token,
        tokenFile: entry.tokenFile,
        username: entry.username,
        password: entry.password,
        'client-certificate': entry.clientCertificate,
        'client-certificate-data': entry.clientCertificateData?.toString('base64'),
        'client-key': entry.clientKey,
        'client-key-data': entry.clientKeyData?.toString('base64'),
        as: entry.impersonate.user,
        'as-uid': entry.impersonate.uid,
        'as-groups': entry.impersonate.groups,
        'as-user-extra': entry.impersonate.extra,
        exec: entry.exec,
      },
    })),
    contexts: contexts.map(({ name, cluster, user, namespace }) => ({ name, context: { cluster, user, namespace } })),
  };
}

/** Without what Go prints for absent things, and lists of named entries in the order of their names. */
function plain(view: unknown): unknown {
  if (Array.isArray(view) && !view.every(isNamed)) return view.map(plain);
  if (Array.isArray(view))
    return view.map(plain).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof view !== 'object' || view === null) return view;
  const kept = Object.entries(view).filter(
    ([key]) => !['kind', 'apiVersion', 'preferences'].includes(key) || 'command' in view,
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, plain(value)] as const).filter(([, value]) => !isGoZero(value)),
  );
}

const isNamed = (value: unknown): boolean => typeof value === 'object' && value !== null && 'name' in value;

const isGoZero = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const name = fc.constantFrom('a', 'b', 'c');
const entries = (kind: string): fc.Arbitrary<readonly object[]> =>
  fc.uniqueArray(fc.record({ name, [kind]: fc.constantFrom({}, null) }), { selector: (each) => each.name });
const configs = fc.array(
  fc
    .record({
      'current-context': fc.option(name),
      clusters: entries('cluster'),
      users: entries('user'),
      contexts: entries('context'),
    })
    .map((one) => readKubeconfig('config', JSON.stringify(one))),
  { maxLength: 6 },
);

describe('whatever the files', () => {
  test('a list may be merged in parts, anywhere it is cut', () => {
    fc.assert(
      fc.property(configs, fc.nat(6), (all, cut) => {
        const parts = [mergeKubeconfigs(all.slice(0, cut)), emptyKubeconfig, mergeKubeconfigs(all.slice(cut))];
        expect(mergeKubeconfigs(parts)).toEqual(mergeKubeconfigs(all));
      }),
    );
  });

  test('each name has the value of the first file that has the name', () => {
    fc.assert(
      fc.property(configs, (all) => {
        const merged = mergeKubeconfigs(all);
        expect(merged.currentContext).toBe(all.find((one) => one.currentContext !== undefined)?.currentContext);
        for (const each of ['a', 'b', 'c']) {
          expect(merged.clusters.get(each)).toBe(all.find((one) => one.clusters.has(each))?.clusters.get(each));
        }
      }),
    );
  });
});
