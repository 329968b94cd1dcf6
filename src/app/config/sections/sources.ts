import type { z } from 'zod';
import { duration, optionalUrl } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';

export interface SourcesOptions {
  readonly prometheus: { readonly url?: string | undefined };
  readonly intervalMs: number;
}

export const sourcesSection: z.ZodObject = section<SourcesOptions>('Where load is read from.', {
  prometheus: section<SourcesOptions['prometheus']>('The Prometheus that knows what nodes and pods really use.', {
    url: optionalUrl({
      description: 'Base URL of Prometheus; without one, load is read from metrics.k8s.io.',
      flag: 'prometheus-url',
      environment: 'PROMETHEUS_URL',
      example: 'http://prometheus.monitoring:9090',
    }),
  }),
  interval: duration('30s', {
    description: 'Time from one reading of the whole cluster to the next.',
    flag: 'scrape-interval',
    environment: 'SCRAPE_INTERVAL',
    unit: 's',
  }),
});
