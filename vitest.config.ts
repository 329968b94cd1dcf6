import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Real servers, waits in real time, long searches. */
const slow = ['**/*.cluster.test.ts', '**/*.property.test.ts', 'test/support/fault-proxy/**/*.test.ts'];
const elsewhere = ['node_modules/**', 'dist/**'];

const config: ViteUserConfig = defineConfig({
  test: {
    reporters: ['default', './test/support/counting-reporter.ts'],
    maxWorkers: '100%', // left to itself, a machine of two cores uses one
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...elsewhere, ...slow, 'test/walls/**'],
          isolate: false,
          pool: 'threads',
          testTimeout: 60_000, // no claim about speed: a busy machine is no failure
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'walls',
          include: ['test/walls/**/*.test.ts'],
          isolate: false,
          pool: 'threads',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'cluster',
          include: slow,
          exclude: elsewhere,
          pool: 'forks',
          fileParallelism: false,
          globalSetup: ['./test/control-plane/global-set-up.ts'],
          retry: 1, // a machine may starve real servers for a while; what needs it is named at the end of the run
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

export default config;
