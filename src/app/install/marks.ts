import { kubeNodeMarker, NODE_MARKS_MANAGER } from '#actuators/node-marks/kube-node-marker.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { GROUP } from '#api/definition/custom-kind.ts';
import { kubeClientDefaults, type KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject, ObjectMeta } from '#kube/client/kube-object.ts';
import { isRecord } from '#kube/client/parse-answer.ts';
import { pods } from '#kube/client/pods.ts';
import type { Resource } from '#kube/client/resource.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';

/** An object of somebody else's, with the marks that we made on it. */
export interface Marked {
  readonly kind: 'Node' | 'Pod';
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly annotations: readonly string[];
  readonly labels: readonly string[];
}

/** Whoever wrote what: the API server keeps it with each object. */
interface WhoWrote {
  readonly manager?: string;
  readonly fieldsV1?: unknown;
}

interface Written extends KubeObject {
  readonly metadata?: ObjectMeta & { readonly managedFields?: readonly WhoWrote[] };
}

const nodes: Resource<Written> = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const writtenPods: Resource<Written> = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };

/** Nodes and pods that bear marks of ours. The API server tells who wrote a key, so that no other's is taken for ours. */
export async function markedObjects(client: KubeClient, signal: AbortSignal): Promise<readonly Marked[]> {
  const marked: Marked[] = [];
  for await (const { items } of client.list(nodes, { signal }))
    marked.push(...items.flatMap((node) => nodeMarks(node)));
  for await (const { items } of client.list(writtenPods, { signal }))
    marked.push(...items.flatMap((pod) => podMarks(pod)));
  return marked;
}

/** Takes our marks off; an object that is gone bears none. */
export async function removeMarks(client: KubeClient, marked: Marked, signal: AbortSignal): Promise<void> {
  const { kind, namespace, name, uid } = marked;
  if (kind === 'Node') {
    await kubeNodeMarker(client).mark({ node: { name, uid }, set: {} }, signal);
    return;
  }
  const gone = (keys: readonly string[]): object => Object.fromEntries(keys.map((key) => [key, null]));
  const change = { metadata: { uid, annotations: gone(marked.annotations), labels: gone(marked.labels) } };
  try {
    await client.patch(pods, { namespace, name }, { kind: 'merge', change }, { signal });
  } catch (thrown) {
    const isGone = thrown instanceof KubeFault && (thrown.code === 'kube/not-found' || thrown.code === 'kube/conflict');
    if (!isGone) throw thrown;
  }
}

function nodeMarks(node: Written): readonly Marked[] {
  const annotations = written(node, NODE_MARKS_MANAGER, 'annotations');
  return annotations.length === 0 ? [] : [{ kind: 'Node', ...identityOf(node), annotations, labels: [] }];
}

/** Keys of our own domain are ours whoever wrote them; others are if we did. */
function podMarks(pod: Written): readonly Marked[] {
  const byUs = new Set(written(pod, kubeClientDefaults.fieldManager, 'annotations'));
  const isReplacement = (key: string): boolean => key === ourMarks.originalNode || key === ourMarks.attempt;
  const annotations = keysOf(pod.metadata?.annotations).filter(
    (key) => inOurDomain(key) || (isReplacement(key) && byUs.has(key)),
  );
  const labels = keysOf(pod.metadata?.labels).filter(inOurDomain);
  if (annotations.length + labels.length === 0) return [];
  return [{ kind: 'Pod', ...identityOf(pod), annotations, labels }];
}

const keysOf = (map: object = {}): readonly string[] => Object.keys(map);

const inOurDomain = (key: string): boolean => key.startsWith(`${GROUP}/`);

function identityOf({ metadata = {} }: KubeObject): Pick<Marked, 'namespace' | 'name' | 'uid'> {
  const { namespace, name = '', uid = '' } = metadata;
  return { namespace, name, uid };
}

/** Keys of a map in an object's metadata that this manager wrote: `{"f:metadata": {"f:annotations": {"f:KEY": {}}}}`. */
function written({ metadata }: Written, manager: string, map: 'annotations' | 'labels'): readonly string[] {
  const keys = (metadata?.managedFields ?? [])
    .filter((entry) => entry.manager === manager)
    .flatMap(({ fieldsV1 }) => Object.keys(below(below(fieldsV1, 'f:metadata'), `f:${map}`)));
  return [...new Set(keys.filter((key) => key.startsWith('f:')).map((key) => key.slice(2)))];
}

function below(fields: unknown, key: string): Readonly<Record<string, unknown>> {
  const found = isRecord(fields) ? fields[key] : undefined;
  return isRecord(found) ? found : {};
}
