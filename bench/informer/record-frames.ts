import { loadConfiguration } from '#kube/config/load-configuration.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { transportDefaults } from '#kube/transport/options.ts';

/** The initial events of a watch of pods as a real API server writes them in protobuf: frames one after the other. */
export async function recordFrames(kubeconfig: string): Promise<Buffer> {
  const around = { env: {}, homeFolder: '/nowhere', stdinIsTerminal: false, observer: {} };
  const transport = new HttpTransport(await loadConfiguration({ kubeconfig }, around), transportDefaults);
  const { body } = await transport.stream({
    method: 'GET',
    path: '/api/v1/pods',
    query: { watch: 'true', resourceVersion: '0', timeoutSeconds: '3' },
    accept: 'application/vnd.kubernetes.protobuf',
    repeatable: 'no',
    compression: 'none',
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(Uint8Array.from(chunk));
    bytes += chunk.length;
    if (bytes > 12 * 1024 * 1024) break; // more than two thousand pods
  }
  await transport.close();
  return Buffer.concat(chunks);
}
