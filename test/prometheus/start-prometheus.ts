import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { startGuarded, untilReady } from '../support/guarded-process.ts';
import { backfill, type PastSeries } from './backfill.ts';

export interface PrometheusOptions {
  /** `host:port` of each target, scraped at `/metrics`. */
  readonly targets?: readonly string[];
  readonly scrapeEveryMs?: number;
  /** A free one unless said otherwise. */
  readonly port?: number;
  /** More of what it scrapes, as its configuration wants it. */
  readonly scrapeConfigs?: readonly object[];
  /** A file of recording rules. */
  readonly rules?: object;
  /** What it remembers from before it started. */
  readonly past?: { readonly promtool: string; readonly series: Iterable<PastSeries> };
}

/** A vector's element, as Prometheus' HTTP API gives it. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  /** Seconds since the Unix epoch, and the value as text. */
  readonly value: readonly [number, string];
}

type QueryAnswer =
  | { readonly status: 'success'; readonly data: { readonly result: readonly Sample[] } }
  | { readonly status: 'error'; readonly error: string };

/** A real Prometheus on loopback, with data of its own. */
export interface Prometheus {
  readonly url: string;
  /** An instant query. */
  query(expression: string): Promise<readonly Sample[]>;
  stop(): Promise<void>;
}

/** Where Debian's packages put a program; undefined where it is not installed. */
export function prometheusProgram(name: 'prometheus' | 'promtool' | 'prometheus-node-exporter'): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.map((folder) => join(folder, name)).find(executable);
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts it; resolves when it answers queries. It cannot outlive this process. */
export async function startPrometheus(program: string, options: PrometheusOptions): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-prometheus-'));
  const url = `http://127.0.0.1:${options.port ?? (await freePort())}`;
  const tsdb = join(folder, 'tsdb');
  const config = writeConfiguration(folder, options);
  if (options.past !== undefined) await backfill(options.past.promtool, tsdb, options.past.series);
  const process = await startGuarded('prometheus', {
    program,
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${tsdb}`,
      `--web.listen-address=${new URL(url).host}`,
      '--log.level=warn',
    ],
    log: join(folder, 'log'),
  });
  await untilReady(process, async () => (await fetch(`${url}/-/ready`)).ok, 30_000);
  return {
    url,
    async query(expression) {
      const response = await fetch(`${url}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expression }),
      });
      const answer = (await response.json()) as QueryAnswer;
      if (answer.status !== 'success') throw new Error(`querying ${expression}: ${answer.error}`);
      return answer.data.result;
    },
    async stop() {
      await process.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes the configuration, and its rules beside it; gives its path. JSON is YAML too. */
export function writeConfiguration(folder: string, options: PrometheusOptions): string {
  const { targets = [], scrapeEveryMs = 1000, scrapeConfigs = [], rules } = options;
  const config = join(folder, 'prometheus.yaml');
  const plain = targets.length === 0 ? [] : [{ job_name: 'targets', static_configs: [{ targets }] }];
  const configuration = {
    global: { scrape_interval: `${scrapeEveryMs}ms`, scrape_timeout: `${scrapeEveryMs}ms` },
    scrape_configs: [...plain, ...scrapeConfigs],
    ...(rules === undefined ? {} : { rule_files: ['rules.yaml'] }),
  };
  writeFileSync(config, JSON.stringify(configuration));
  if (rules !== undefined) writeFileSync(join(folder, 'rules.yaml'), JSON.stringify(rules));
  return config;
}
