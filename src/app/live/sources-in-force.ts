import type { Config } from '#app/config/schema.ts';
import type { LoadSources } from '#app/load-sources.ts';
import type { CollectOptions } from '#controllers/collect-load.ts';
import type { LoadSource } from '#ports/load-source.ts';

interface InForce extends Pick<LoadSources, 'source'> {
  readonly config: Config;
  readonly options: CollectOptions;
}

/** The sources that are configured now: opened anew, and the earlier ones closed, when a pass finds the configuration changed. */
export class SourcesInForce {
  readonly #config: () => Config;
  readonly #open: (config: Config) => LoadSources;
  readonly #pods: CollectOptions['pods'];
  #inForce: InForce | undefined;

  /** `pods`: whether what they use is read too, which is for the roles that move them. */
  constructor(config: () => Config, open: (config: Config) => LoadSources, pods: CollectOptions['pods']) {
    this.#config = config;
    this.#open = open;
    this.#pods = pods;
  }

  get source(): LoadSource {
    return this.#now().source;
  }

  /** Called between passes: nobody is reading then. */
  readonly options = (): CollectOptions => {
    const before = this.#now();
    if (this.#config() === before.config) return before.options;
    this.#inForce = this.#opened();
    void before.source.close();
    return this.#inForce.options;
  };

  close(): Promise<void> {
    return this.#now().source.close();
  }

  #now(): InForce {
    return (this.#inForce ??= this.#opened());
  }

  #opened(): InForce {
    const config = this.#config();
    const { source, signals, nodeLabel, sampleEveryMs } = this.#open(config);
    const { load, sources } = config;
    const { prefix } = this.#inForce?.options.annotations ?? config.annotations; // fixed at the start
    const annotations = { ...config.annotations, prefix };
    const lines = { signals, options: load, prefix };
    const label = nodeLabel === undefined ? {} : { nodeLabel };
    const options: CollectOptions = {
      intervalMs: sources.intervalMs,
      sampleEveryMs,
      lines,
      annotations,
      ...label,
      pods: this.#pods,
    };
    return { config, source, options };
  }
}
