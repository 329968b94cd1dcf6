// Two hundred GETs, one after the other: node gets.ts ours|client-node KUBECONFIG
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { loadConfiguration } from '#kube/config/load-configuration.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { transportDefaults } from '#kube/transport/options.ts';

const [who, kubeconfig] = process.argv.slice(2);
const gets = 200;

async function ourGet(): Promise<() => Promise<unknown>> {
  const around = { env: {}, homeFolder: '/nowhere', stdinIsTerminal: false, observer: {} };
  const config = await loadConfiguration({ kubeconfig: kubeconfig! }, around);
  const transport = new HttpTransport(config, { ...transportDefaults, qps: 10_000, burst: 10_000 });
  return async () => {
    const { body } = await transport.request({ method: 'GET', path: '/api/v1/namespaces/default', repeatable: 'yes' });
    return JSON.parse(Buffer.from(body).toString());
  };
}

function theirGet(): () => Promise<unknown> {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfig!);
  const api = config.makeApiClient(CoreV1Api);
  return () => api.readNamespace({ name: 'default' });
}

const get = who === 'ours' ? await ourGet() : theirGet();
await get();
const cpu = process.cpuUsage();
for (let made = 0; made < gets; made++) await get();
const { user, system } = process.cpuUsage(cpu);
process.send!({ kind: 'got', cpuMs: (user + system) / 1000 });
process.disconnect();
