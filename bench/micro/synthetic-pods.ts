import { readFileSync } from 'node:fs';

/** Recorded pods of 5.5 to 6.4 kB, about a third of it managedFields. */
const templates = ['nginx-deployment', 'local-path-provisioner', 'metrics-server'];
const dumps = ['k3s-a-pods.json', 'k3s-b-pods.json'];

interface RecordedPod {
  readonly metadata: Record<string, unknown> & { name: string; ownerReferences: { name: string; uid: string }[] };
  readonly spec: { nodeName: string };
  readonly status: { podIP: string };
}

/** `count` pods as JSON, ten of one ReplicaSet, 2.5 ReplicaSets a label set, on 400 nodes; each with a name, uid, version and address of its own. */
export function syntheticPods(count: number): Buffer[] {
  const recorded = dumps.flatMap((file) => read(file).items);
  const originals = recorded.filter((pod) => templates.some((name) => pod.metadata.name.startsWith(name)));
  return Array.from({ length: count }, (_, index) => {
    const original = structuredClone(originals[Math.floor(index / 10) % originals.length]!);
    return Buffer.from(JSON.stringify(varied(original, index)));
  });
}

/** The pods as the body of a LIST. */
export function listOfPods(pods: readonly Buffer[]): Buffer {
  const head = Buffer.from('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[');
  const comma = Buffer.from(',');
  return Buffer.concat([
    head,
    ...pods.flatMap((pod, index) => (index === 0 ? [pod] : [comma, pod])),
    Buffer.from(']}\n'),
  ]);
}

/** The pods as the lines of a watch. */
export function watchOfPods(pods: readonly Buffer[]): Buffer {
  return Buffer.concat(pods.flatMap((pod) => [Buffer.from('{"type":"MODIFIED","object":'), pod, Buffer.from('}\n')]));
}

function read(file: string): { items: RecordedPod[] } {
  return JSON.parse(readFileSync(new URL(`../../data/k8s-dumps/${file}`, import.meta.url), 'utf8'));
}

function varied(pod: RecordedPod, index: number): unknown {
  const set = Math.floor(index / 10);
  const hash = hex(set * 2_654_435, 9);
  const application = `app-${Math.floor(set / 3)}`;
  const owner = pod.metadata.ownerReferences[0]!;
  const oldOwnerUid = owner.uid;
  owner.name = `${application}-${hash}`;
  Object.assign(pod.metadata, {
    generateName: `${owner.name}-`,
    name: `${owner.name}-${hex(index * 48_271, 5)}`,
    namespace: `team-${set % 60}`,
    uid: uid(index),
    resourceVersion: String(1_000_000 + index * 7),
    labels: { app: application, 'pod-template-hash': hash },
  });
  pod.spec.nodeName = `worker-${(index * 7919) % 400}`;
  pod.status.podIP = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  return JSON.parse(JSON.stringify(pod).replaceAll(oldOwnerUid, uid(-1 - set))); // managedFields name it too
}

function uid(seed: number): string {
  const digits = hex(Math.abs(seed) * 2_654_435_761, 8) + hex(Math.abs(seed) * 40_503 + (seed < 0 ? 9 : 0), 24);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0').slice(-length);
}
