import { span } from '#views/span.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** How often one job of Prometheus is scraped. */
export interface JobScraping {
  readonly job: string;
  /** Scrapes within the rate window, of its median target. */
  readonly scrapes: number;
  readonly everyMs: number;
  /** The rate window that would follow from it. */
  readonly fittingWindowMs: number;
}

export interface ScrapingFacts {
  readonly windowMs: number;
  /** Whether it follows from the scrape interval that is configured, or was given itself. */
  readonly windowFrom: 'scrape-interval' | 'itself';
  readonly jobs: readonly JobScraping[];
}

/** A rate needs two samples; four, where one scrape may fail. */
const LEAST_SCRAPES = 2;
const WANTED_SCRAPES = 4;
/** A window longer than needed shows what changed later than need be; by less than this it is not worth a word. */
const FAR_LONGER = 2;

/** Whether the rate window fits how often Prometheus scrapes. */
export function judgeScraping({ windowMs, windowFrom, jobs }: ScrapingFacts): readonly Finding[] {
  if (jobs.length === 0) {
    return [ok(`nothing has been scraped for a whole rate window of ${span(windowMs)} yet: its size was not judged`)];
  }
  return jobs.map(({ job, scrapes, everyMs, fittingWindowMs }) => {
    const every = span(everyMs);
    const says = `job ${job} is scraped every ${every}: the rate window of ${span(windowMs)} holds ${scrapes} scrapes`;
    const remedy =
      windowFrom === 'itself'
        ? `--prometheus-window ${span(fittingWindowMs)} (sources.prometheus.window)`
        : `say how often it scrapes: --prometheus-scrape-interval ${every} (sources.prometheus.scrapeInterval)`;
    if (windowMs >= FAR_LONGER * fittingWindowMs) {
      return warning(`${says}; ${span(fittingWindowMs)} would do, and show a node that heats up sooner`, remedy);
    }
    if (scrapes >= WANTED_SCRAPES) return ok(says);
    return scrapes < LEAST_SCRAPES ? problem(`${says}; a rate needs two`, remedy) : warning(says, remedy);
  });
}
