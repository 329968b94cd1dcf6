import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { LoadModel, type LoadModelOptions } from './load-model.ts';
import { loadPages } from './load-pages.ts';
import { Quirks } from './quirks.ts';
import { scrapeConfigs, type ScrapeOptions } from './scrape-configs.ts';

export interface HollowLoadOptions extends LoadModelOptions {
  /** Of the pages, on 127.0.0.1; a free one by default. */
  readonly port?: number;
}

/** The load of a hollow cluster, and the pages that tell it. */
export interface HollowLoad {
  /** What is used now; and where it is driven. */
  readonly model: LoadModel;
  readonly quirks: Quirks;
  /** `http://127.0.0.1:PORT`; what is there, see `loadPages`. */
  readonly url: string;
  /** The same pages, for a server of another kind. */
  readonly pages: RequestListener;
  /** For `startPrometheus`. */
  scrapeConfigs(options?: ScrapeOptions): readonly object[];
  stop(): Promise<void>;
}

/**
 * Gives the nodes and pods of a hollow cluster a load: pods follow recorded traces, nodes use what their pods and the
 * system use, and pages on loopback tell it as node_exporter and kubelets do. Nodes and pods that come and go are
 * followed. The same seed and names give the same load.
 */
export async function hollowLoad(cluster: HollowCluster, options: HollowLoadOptions = {}): Promise<HollowLoad> {
  const model = new LoadModel(options);
  const quirks = new Quirks();
  cluster.tell(model);
  const pages = loadPages(model, quirks);
  const server = createServer(pages).listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    model,
    quirks,
    url,
    pages,
    scrapeConfigs: (scraping) => scrapeConfigs(url, scraping),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
