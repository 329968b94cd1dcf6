// The ecosystem's client, as its examples have it: node client-node.ts KUBECONFIG
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node';
import { measured } from './subject.ts';

const config = new KubeConfig();
config.loadFromFile(process.argv[2]!);
const api = config.makeApiClient(CoreV1Api);
const informer = makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
let changes = 0;
for (const verb of ['add', 'update'] as const) informer.on(verb, () => (changes += 1));

await measured({
  start: () => informer.start(),
  changes: () => changes,
  objects: () => informer.list().length,
});
