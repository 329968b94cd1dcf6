import type { z } from 'zod';
import { choice, duration, list, map } from '#app/config/leaf.ts';
import { section, type Values } from '#app/config/section.ts';
import { prometheusSection, type PrometheusSectionOptions } from '#app/config/sections/prometheus.ts';
import type { LoadSourceName } from '#ports/load-source.ts';

export interface SourcesOptions {
  readonly prometheus: PrometheusSectionOptions;
  readonly metricsApi: { readonly deadlineMs: number };
  readonly order: readonly LoadSourceName[];
  readonly orderOf: Readonly<Record<string, readonly LoadSourceName[]>>;
  readonly intervalMs: number;
}

const source = (): z.ZodType<LoadSourceName> =>
  choice(['prometheus', 'metrics-api', 'annotations'], 'prometheus', { description: 'A source of load.' });

const signalName = { fits: (name: string) => /^[\w.-]{1,63}$/.test(name), wanted: 'the name of a signal, or pods' };

export const sourcesSection: z.ZodObject = section<SourcesOptions>(
  'Where load is read from.',
  {
    prometheus: prometheusSection,
    metricsApi: section<SourcesOptions['metricsApi']>('metrics.k8s.io, as metrics-server serves it.', {
      deadline: duration('25s', { description: 'Time for one list with its answer.', flag: 'metrics-api-deadline' }),
    }),
    order: list(source(), ['prometheus', 'metrics-api'], {
      description:
        'Sources, of prometheus, metrics-api and annotations: a signal is read from the first that has it, from the next where that fails.',
      flag: 'sources',
      least: 1,
    }),
    orderOf: map(signalName, list(source(), [], { description: 'Sources in their order.', least: 1 }), {
      description: 'Orders of their own, by signal; pods is the one of what pods use.',
    }),
    interval: duration('30s', {
      description: 'Time from one reading of the whole cluster to the next.',
      flag: 'scrape-interval',
      environment: 'SCRAPE_INTERVAL',
      unit: 's',
    }),
  },
  [
    {
      holds: (values) => ordersOf(values).every((order) => order.some((name) => isOpen(name, values))),
      otherwise: () =>
        'an order names prometheus alone, which has no URL: give sources.prometheus.url or another source',
      blame: 'order',
    },
  ],
);

function ordersOf({ order, orderOf }: Values<SourcesOptions>): readonly (readonly LoadSourceName[])[] {
  return [order, ...Object.values(orderOf)];
}

function isOpen(name: LoadSourceName, { prometheus }: Values<SourcesOptions>): boolean {
  return name !== 'prometheus' || prometheus.url !== undefined;
}
