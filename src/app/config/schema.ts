import type { z } from 'zod';
import { annotationsSection } from '#app/config/sections/annotations.ts';
import { leadershipSection, type LeadershipOptions } from '#app/config/sections/leadership.ts';
import { loadSection, type LoadSectionOptions } from '#app/config/sections/load.ts';
import { logSection } from '#app/config/sections/log.ts';
import { reschedulingSection, type ReschedulingOptions } from '#app/config/sections/rescheduling.ts';
import { servingSection, type ServingOptions } from '#app/config/sections/serving.ts';
import { sourcesSection, type SourcesOptions } from '#app/config/sections/sources.ts';
import { section } from '#app/config/section.ts';
import type { LogOptions } from '#actuators/journal/log-sink.ts';
import type { AnnotationsOptions } from '#load/annotation-options.ts';

/** Everything that can be configured, validated and frozen: options nested under the room that owns them. */
export interface Config {
  readonly sources: SourcesOptions;
  readonly load: LoadSectionOptions;
  readonly annotations: AnnotationsOptions;
  readonly rescheduling: ReschedulingOptions;
  readonly leadership: LeadershipOptions;
  readonly serving: ServingOptions;
  readonly log: LogOptions;
}

/** The one source of the file, the flags, the environment names, the example and the docs. */
export const configSchema: z.ZodObject = section<Config>(
  'The whole configuration.',
  {
    sources: sourcesSection,
    load: loadSection,
    annotations: annotationsSection,
    rescheduling: reschedulingSection,
    leadership: leadershipSection,
    serving: servingSection,
    log: logSection,
  },
  [
    {
      holds: ({ sources, load }) => sources.interval < load.freshFor,
      otherwise: ({ sources, load }) =>
        `read every ${sources.interval / 1000}s, a sample would be too old (load.freshFor: ${load.freshFor / 1000}s) before the next one comes`,
      blame: 'sources.interval',
    },
  ],
);
