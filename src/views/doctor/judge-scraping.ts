import { span } from '#views/span.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** How often one job of Prometheus is scraped. */
export interface JobScraping {
  readonly job: string;
  /** Scrapes within the rate window, of its median target. */
  readonly scrapes: number;
}

export interface ScrapingFacts {
  readonly windowMs: number;
  readonly jobs: readonly JobScraping[];
}

/** A rate needs two samples; four, where one scrape may fail. */
const LEAST_SCRAPES = 2;
const WANTED_SCRAPES = 4;

/** Whether the rate window fits how often Prometheus scrapes. */
export function judgeScraping({ windowMs, jobs }: ScrapingFacts): readonly Finding[] {
  if (jobs.length === 0) {
    return [ok(`nothing has been scraped for a whole rate window of ${span(windowMs)} yet: its size was not judged`)];
  }
  return jobs.map(({ job, scrapes }) => {
    const every = span(Math.round(windowMs / scrapes / 1000) * 1000);
    const says = `job ${job} is scraped every ${every}: the rate window of ${span(windowMs)} holds ${scrapes} scrapes`;
    if (scrapes >= WANTED_SCRAPES) return ok(says);
    const remedy = `say how often it scrapes: --prometheus-scrape-interval ${every} (sources.prometheus.scrapeInterval)`;
    return scrapes < LEAST_SCRAPES ? problem(`${says}; a rate needs two`, remedy) : warning(says, remedy);
  });
}
