import type { Job, Labeling } from './targets.ts';

export interface ScrapeOptions {
  readonly labeling?: Labeling;
  /** `node-exporter` and `cadvisor` by default. */
  readonly jobs?: readonly Job[];
}

/** Scrape configs of a Prometheus that finds its targets at `url`, and sees within seconds who comes and goes. */
export function scrapeConfigs(url: string, options: ScrapeOptions = {}): readonly object[] {
  const { labeling = 'instance-address', jobs = ['node-exporter', 'cadvisor'] } = options;
  return jobs.map((job) => ({
    job_name: job,
    http_sd_configs: [{ url: `${url}/targets/${job}?labeling=${labeling}`, refresh_interval: '1s' }],
  }));
}
