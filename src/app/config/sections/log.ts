import type { z } from 'zod';
import { choice } from '#app/config/leaf.ts';
import { section } from '#app/config/section.ts';

export interface LogOptions {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';
}

export const logSection: z.ZodObject = section<LogOptions>('What is told on standard output while roles run.', {
  level: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], 'info', {
    description: 'The least important level that is still told.',
    flag: 'log-level',
  }),
});
