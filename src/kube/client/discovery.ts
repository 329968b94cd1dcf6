import type { Time } from '#kube/transport/time.ts';
import { aggregatedAccept, isAggregated, readAggregated } from './aggregated-discovery.ts';
import type { KubeClient } from './kube-client.ts';
import { plainDiscovery } from './plain-discovery.ts';
import type { PolicyRule } from './rights.ts';
import { goesBy, type Served, type ServedResource } from './served-resource.ts';

export interface DiscoveryOptions {
  /** What is served is asked for again after so long. */
  readonly keptForMs: number;
  /** What is not found is looked for again after so long: a CRD may be new. */
  readonly missKeptForMs: number;
}

export const discoveryDefaults: DiscoveryOptions = { keptForMs: 600_000, missKeptForMs: 10_000 };

/** Everybody who is somebody to the server may ask: the role system:discovery grants it. */
export const discoveryRights: readonly PolicyRule[] = [
  { nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*'], verbs: ['get'] },
];

/** What the API server serves, asked for once in a while, and once for all who want to know at that moment. */
export class Discovery {
  readonly #client: KubeClient;
  readonly #now: Time['now'];
  readonly #options: DiscoveryOptions;
  #held: { readonly served: Served; readonly at: number } | undefined;
  #asking: Promise<Served> | undefined;

  constructor(client: KubeClient, now: Time['now'], options: DiscoveryOptions = discoveryDefaults) {
    this.#client = client;
    this.#now = now;
    this.#options = options;
  }

  served(): Promise<Served> {
    return this.#servedWithin(this.#options.keptForMs);
  }

  /** The resource that goes by that plural, kind, singular or short name; of several the most preferred. */
  find(name: string): Promise<ServedResource | undefined> {
    return this.#search((resource) => goesBy(resource, name));
  }

  /** Whether it is served in exactly that version. */
  async serves(group: string, version: string, plural: string): Promise<boolean> {
    const found = await this.#search(
      (each) => each.group === group && each.version === version && each.plural === plural,
    );
    return found !== undefined;
  }

  /** The next question goes to the server: something was installed. */
  forget(): void {
    this.#held = undefined;
  }

  async #search(isIt: (resource: ServedResource) => boolean): Promise<ServedResource | undefined> {
    const found = (await this.served()).resources.find(isIt);
    return found ?? (await this.#servedWithin(this.#options.missKeptForMs)).resources.find(isIt);
  }

  #servedWithin(ageMs: number): Promise<Served> {
    if (this.#held && this.#now() - this.#held.at < ageMs) return Promise.resolve(this.#held.served);
    this.#asking ??= this.#askAll().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askAll(): Promise<Served> {
    const at = this.#now();
    const [core, groups] = await Promise.all([this.#ask('/api'), this.#ask('/apis')]);
    const served =
      isAggregated(core) && isAggregated(groups)
        ? join(readAggregated(core), readAggregated(groups))
        : await plainDiscovery(core, groups, (path) => this.#ask(path));
    this.#held = { served, at };
    return served;
  }

  #ask(path: string): Promise<unknown> {
    return this.#client.askJson({ method: 'GET', path, accept: aggregatedAccept, repeatable: 'yes' });
  }
}

const join = (one: Served, other: Served): Served => ({
  resources: [...one.resources, ...other.resources],
  missing: [...one.missing, ...other.missing],
});
