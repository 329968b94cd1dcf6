import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Ends a run with one plain line, `N passed, N failed, N skipped`, that any CI can read.
 * With `CI=true` a skipped test fails the run: what was not tested did not pass. A test that needed a second try is named.
 */
// oxlint-disable-next-line import/no-default-export -- vitest loads reporters by their default export
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], faults: readonly unknown[], _reason: TestRunEndReason): void {
    const count: Count = { passed: 0, failed: faults.length, skipped: 0 };
    const skipped: string[] = [];
    const retried: string[] = [];
    for (const module of modules) {
      // a file that could not be loaded has no tests to count, and has failed all the same
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'pending') continue;
        count[state] += 1;
        if (state === 'skipped') skipped.push(test.fullName);
        if (test.diagnostic()?.flaky === true) retried.push(`${test.fullName}: ${errors?.[0]?.message}`);
      }
    }
    if (retried.length > 0) process.stdout.write(`\npassed at a second try only:\n${indented(retried)}`);
    const skipsFail = process.env['CI'] === 'true' && count.skipped > 0;
    if (skipsFail) {
      process.exitCode = 1;
      process.stdout.write(`\nskipped, which CI counts as failed:\n${indented(skipped)}`);
    }
    process.on('exit', () => {
      process.stdout.write(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
    });
  }
}

const indented = (lines: readonly string[]): string => lines.map((line) => `  ${line}\n`).join('');
