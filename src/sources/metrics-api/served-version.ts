import { isRecord } from '#kube/client/parse-answer.ts';
import { recordsIn, text } from '#kube/client/aggregated-discovery.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { metricsApiFault } from './faults.ts';

export const GROUP = 'metrics.k8s.io';

/** The versions we read, the most wanted first. They differ in nothing that we look at. */
const READ = ['v1', 'v1beta1'] as const;

/** Which version of metrics.k8s.io the cluster serves, asked for once until it is forgotten. */
export class ServedVersion {
  readonly #client: KubeClient;
  #known: string | undefined;

  constructor(client: KubeClient) {
    this.#client = client;
  }

  async find(signal: AbortSignal | undefined): Promise<string> {
    this.#known ??= await this.#ask(signal);
    return this.#known;
  }

  /** The next question goes to the server. */
  forget(): void {
    this.#known = undefined;
  }

  async #ask(signal: AbortSignal | undefined): Promise<string> {
    const path = `/apis/${GROUP}`;
    const group = await this.#client.askJson({
      method: 'GET',
      path,
      repeatable: 'yes',
      ...(signal === undefined ? {} : { signal }),
    });
    const served = isRecord(group) ? recordsIn(group, 'versions').map(({ version }) => text(version)) : [];
    const wanted = READ.find((version) => served.includes(version));
    if (wanted !== undefined) return wanted;
    throw metricsApiFault('metrics/unknown-version', `GET ${path}: served are ${served.join(', ') || 'none'}`);
  }
}
