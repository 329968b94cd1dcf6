import type { Config } from '#app/config/schema.ts';
import type { DoctorCheck } from '#app/doctor/check.ts';
import { prometheusOptionsOf, queryOptionsOf } from '#app/prometheus-options.ts';
import { Fault } from '#base/fault.ts';
import { PrometheusClient } from '#sources/prometheus/http/client.ts';
import { askLabelled, askVersion } from '#sources/prometheus/look-around.ts';
import { windowMsOf } from '#sources/prometheus/queries.ts';
import { type Finding, ok, problem, warning } from '#views/doctor/finding.ts';
import { judgeScraping, type ScrapingFacts } from '#views/doctor/judge-scraping.ts';

/** Whether Prometheus can be reached, and scrapes as often as is configured. */
export const prometheus: DoctorCheck = {
  section: 'Prometheus',
  async examine({ config, signal }) {
    const { url } = config.sources.prometheus;
    if (url === undefined) return [noPrometheus];
    const client = new PrometheusClient(prometheusOptionsOf(config.sources.prometheus, url));
    try {
      const reached = await reachedAt(client, signal);
      if (reached.level === 'problem') return [reached];
      return [reached, ...judgeScraping(await scrapingAt(client, config, signal))];
    } finally {
      client.close();
    }
  },
};

const noPrometheus: Finding = warning(
  'none is configured: load comes from metrics.k8s.io, without load average, latency and past',
  'name one: PROMETHEUS_URL=http://… or --prometheus-url (sources.prometheus.url)',
);

async function reachedAt(client: PrometheusClient, signal: AbortSignal): Promise<Finding> {
  try {
    const version = await askVersion(client, signal);
    return ok(
      `${client.shown} answers: ${version === undefined ? 'it does not tell its version' : `version ${version}`}`,
    );
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    return problem(thrown.message, thrown.remedy);
  }
}

async function scrapingAt(client: PrometheusClient, config: Config, signal: AbortSignal): Promise<ScrapingFacts> {
  const { windowMs: given, ...options } = queryOptionsOf(config);
  const windowMs = given ?? windowMsOf(options);
  const samples = await askLabelled(client, scrapesWithin(`${windowMs}ms`), signal);
  const jobs = samples.map(({ labels, value: scrapes }) => {
    const everyMs = Math.round(windowMs / scrapes / 1000) * 1000;
    const fittingWindowMs = windowMsOf({ ...options, scrapeIntervalMs: everyMs });
    return { job: labels['job'] ?? '', scrapes, everyMs, fittingWindowMs };
  });
  return { windowMs, windowFrom: given === undefined ? 'scrape-interval' : 'itself', jobs };
}

/** Of the jobs that serve what is read of nodes; targets younger than the window tell nothing yet. */
function scrapesWithin(window: string): string {
  const ofNodes = 'group by (job) ({__name__=~"node_load1|machine_cpu_cores|windows_os_info"})';
  return `quantile by (job) (0.5, count_over_time(up[${window}]) and (up offset ${window}) and on (job) ${ofNodes})`;
}
