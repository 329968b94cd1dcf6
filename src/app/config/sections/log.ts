import type { z } from 'zod';
import { logDefaults, type LogOptions } from '#actuators/journal/log-sink.ts';
import { choice } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';

export const logSection: z.ZodObject = section<LogOptions>('What is told on standard output while roles run.', {
  level: choice(['debug', 'info', 'warn', 'error'], logDefaults.level, {
    description: 'The least important level that is still told.',
    flag: 'log-level',
    fixedAtStart: true,
  }),
});
