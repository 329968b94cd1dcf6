import type { z } from 'zod';
import { duration, positiveNumber, ratio, text, type TextShape } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';
import { annotationsDefaults, type AnnotationsOptions } from '#load/annotation-options.ts';

// an annotation key allows 63 characters after the slash: 40 for the prefix leave 23 for the longest name
const ANNOTATION_PREFIX = /^(?=.)([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?([A-Za-z0-9][-A-Za-z0-9_.]{0,39})?$/;

const annotationPrefix: TextShape = {
  fits: (prefix) => ANNOTATION_PREFIX.test(prefix),
  wanted: 'the beginning of an annotation key, such as metrics. or example.com/load.',
};

export const annotationsSection: z.ZodObject = section<AnnotationsOptions>(
  'What is written on nodes, and how often at most.',
  {
    prefix: text(annotationsDefaults.prefix, annotationPrefix, {
      description: 'What every annotation key of a node begins with.',
      flag: 'annotation-prefix',
      fixedAtStart: true,
    }),
    step: ratio(annotationsDefaults.step, {
      description: 'A ratio is written again once it has moved by more than this.',
      flag: 'annotation-step',
    }),
    latencyStep: ratio(annotationsDefaults.latencyStep, {
      description: 'A latency is written again once it has moved by more than this share of itself.',
      flag: 'annotation-latency-step',
    }),
    heartbeat: duration('60s', {
      description: 'What has not moved is still written again after this time.',
      flag: 'annotation-heartbeat',
      unit: 's',
    }),
    writesPerSecond: positiveNumber(annotationsDefaults.writesPerSecond, {
      description: 'Node writes allowed per second in the whole cluster; a change of verdict goes first.',
      flag: 'annotation-writes-per-second',
    }),
  },
);
