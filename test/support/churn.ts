import { rngOf } from '#base/rng.ts';
import { expectOk, type KubeApi, type KubeObject } from './kube-api.ts';
import { aBudget, aContainer, aDeployment } from './workloads.ts';

type Step = (api: KubeApi, namespace: string, draw: (below: number) => number) => Promise<void>;

const deployments = (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/deployments`;

const nodePath = (namespace: string, number: number): string => `/api/v1/nodes/${namespace}-000${number}`;

/** What happens to clusters; each as likely. */
const steps: readonly Step[] = [
  async (api, namespace, draw) => {
    const path = `${deployments(namespace)}/web-${draw(4)}`;
    expectOk(await api.merge(path, { spec: { replicas: draw(7) } }));
  },
  async (api, namespace, draw) => {
    const key = `example.com/${draw(3)}`;
    expectOk(await api.merge(nodePath(namespace, draw(4)), { metadata: { labels: { [key]: String(draw(5)) } } }));
  },
  async (api, namespace, draw) => {
    expectOk(await api.merge(nodePath(namespace, draw(4)), { spec: { unschedulable: draw(2) === 0 } }));
  },
  async (api, namespace) => {
    const { items } = expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods`));
    const first = items.find(({ metadata }: KubeObject) => metadata.deletionTimestamp === undefined);
    if (first !== undefined) await api.delete(`/api/v1/namespaces/${namespace}/pods/${first.metadata.name}`);
  },
  async (api, namespace, draw) => {
    const services = `/api/v1/namespaces/${namespace}/services`;
    const name = `web-${draw(2)}`;
    const made = await api.create(services, {
      metadata: { name },
      spec: { selector: { app: name }, ports: [{ port: 80 }] },
    });
    if (made.status === 409) await api.delete(`${services}/${name}`);
  },
  async (api, namespace, draw) => {
    const path = `${deployments(namespace)}/web-${draw(4)}`;
    const cpu = `${draw(5) * 100 + 50}m`;
    const containers = [{ ...aContainer(), resources: { requests: { cpu } } }];
    expectOk(await api.patch(path, { spec: { template: { spec: { containers } } } }));
  },
];

/** Four Deployments in a namespace whose four nodes are NAMESPACE-0000 and on, and then sixty changes by chance. */
export async function churn(api: KubeApi, namespace: string, seed: number): Promise<void> {
  const draw = rngOf(seed).int;
  for (let number = 0; number < 4; number++) {
    const options = { replicas: 2, nodeSelector: { pool: namespace } };
    expectOk(await api.create(deployments(namespace), aDeployment(`web-${number}`, options)));
  }
  const budget = aBudget('web', 'web-0', 1);
  expectOk(await api.create(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`, budget));
  for (let change = 0; change < 60; change++) await steps[draw(steps.length)]!(api, namespace, draw);
}
