import { readFileSync } from 'node:fs';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import type { Measures } from '../measure.ts';
import { decide } from './cluster-of.ts';
import { threadSeconds } from './thread-seconds.ts';

type Row = Readonly<Record<string, string>>;

function read(file: string): Row[] {
  const path = new URL(`../../data/openb/${file}.csv`, import.meta.url);
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((field, place) => [names[place]!, field])));
}

/** Shares of GPUs are one resource in thousandths: which GPU of a node is taken is no matter to kube-scheduler. */
const gpuMilli = 'example.com/gpu-milli';
const modelKey = 'example.com/gpu-model';

function nodeOf({ sn, cpu_milli: cpu, memory_mib: memory, gpu, model }: Row): Node {
  const allocatable = { cpu: `${cpu}m`, memory: `${memory}Mi`, pods: '110', [gpuMilli]: `${Number(gpu) * 1000}` };
  return { metadata: { name: sn!, uid: sn!, labels: { [modelKey]: model ?? '' } }, status: { allocatable } };
}

function podOf(row: Row): Pod {
  const { name, cpu_milli: cpu, memory_mib: memory, num_gpu: gpus, gpu_milli: share, gpu_spec: models = '' } = row;
  const asked = Number(gpus) * Number(share);
  const requests = { cpu: `${cpu}m`, memory: `${memory}Mi`, ...(asked === 0 ? {} : { [gpuMilli]: `${asked}` }) };
  const values = models.split('|').filter((model) => model !== '');
  const term = { matchExpressions: [{ key: modelKey, operator: 'In' as const, values }] };
  const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } };
  return {
    metadata: { name: name!, namespace: 'openb', uid: name! },
    spec: {
      containers: [{ name: 'main', resources: { requests } }],
      ...(values.length === 0 ? {} : { affinity: { nodeAffinity } }),
    },
  };
}

/** Every pod of a real GPU cluster placed in the order they came, none ever leaving. */
export function openb(): Measures {
  const nodes = read('openb_node_list_all_node').map(nodeOf);
  const rows = read('openb_pod_list_default').toSorted(
    (a, b) => Number(a['creation_time']) - Number(b['creation_time']),
  );
  const pods = rows.map(podOf);
  const startedAt = threadSeconds();
  const store = new ClusterStore();
  for (const node of nodes) store.apply({ kind: 'applied', of: 'Node', object: node });
  const placed = pods.filter((pod) => decide(store, pod).kind === 'placed').length;
  const seconds = threadSeconds() - startedAt;
  return {
    openb: { value: seconds, unit: 's', goal: '< 1' },
    'openb-placed': { value: placed, unit: 'pods' },
  };
}
