import { z } from 'zod';
import { OURS } from '#app/install/names.ts';
import { allOf } from '#app/once/all-of.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { Fault } from '#base/fault.ts';
import { pods } from '#kube/client/pods.ts';
import { objectPath } from '#kube/client/resource.ts';
import { known, unknown } from '#views/status/known-or-not.ts';
import type { Replica } from '#views/status/status-report.ts';

/** What `/statusz?format=json` answers, as far as it is looked at. */
const answer = z.object({
  roles: z.array(
    z.object({
      role: z.string(),
      leader: z.string(),
      lastPass: z.union([
        z.enum(['none', 'never']),
        z.object({ at: z.string(), ageMs: z.number(), outcome: z.string(), tookMs: z.number() }),
      ]),
      queueDepth: z.union([z.number(), z.enum(['none', 'unknown'])]),
    }),
  ),
});

const DEADLINE_MS = 5000;
const QUERY = 'format=json';

/** Asks every pod of ours through the API server's proxy, and whoever else is named by address. */
export async function askReplicas(cluster: OpenCluster, addresses: readonly string[]): Promise<readonly Replica[]> {
  const { client, signal, config } = cluster;
  const { namespace } = config.leadership;
  const ours = await allOf(client, pods, { namespace, labelSelector: OURS.join('='), signal });
  const ofPods = ours.flatMap(({ metadata }) => (metadata?.name === undefined ? [] : [askPod(cluster, metadata.name)]));
  return Promise.all([...ofPods, ...addresses.map((address) => askAddress(address, signal))]);
}

function askPod({ client, config, signal }: OpenCluster, name: string): Promise<Replica> {
  const { leadership, serving } = config;
  const path = objectPath(
    pods,
    { namespace: leadership.namespace, name: `http:${name}:${serving.httpPort}` },
    'proxy/statusz',
  );
  return replica(name, () =>
    client.askJson({
      method: 'GET',
      path,
      query: { format: 'json' },
      repeatable: 'no',
      deadlineMs: DEADLINE_MS,
      signal,
    }),
  );
}

function askAddress(address: string, signal: AbortSignal): Promise<Replica> {
  return replica(address, async () => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
    const response = await fetch(`${address.replace(/\/$/, '')}/statusz?${QUERY}`, { signal: within });
    return response.json();
  });
}

/** One that does not answer is told as such: it is no fault of the question. */
async function replica(name: string, ask: () => Promise<unknown>): Promise<Replica> {
  try {
    return { name, roles: known(answer.parse(await ask()).roles) };
  } catch (thrown) {
    if (thrown instanceof z.ZodError)
      return { name, roles: unknown('its answer is none that this version understands') };
    if (thrown instanceof Fault || thrown instanceof Error) return { name, roles: unknown(whyOf(thrown)) };
    throw thrown;
  }
}

/** fetch hides what went wrong in the cause. */
function whyOf(thrown: Error): string {
  return thrown.cause instanceof Error && !(thrown instanceof Fault) ? thrown.cause.message : thrown.message;
}
