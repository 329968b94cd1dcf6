import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runProgram } from '#app/program.ts';
import { captured } from '#test/support/captured.ts';

async function script(shell: string): Promise<string> {
  const terminal = captured(['completion', shell]);
  expect(await runProgram(terminal)).toBe(0);
  return terminal.out();
}

/** What bash offers for what is typed so far. */
async function offered(...typed: readonly string[]): Promise<readonly string[]> {
  const words = typed.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(plimsoll ${words}); COMP_CWORD=${typed.length}; _plimsoll; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${await script('bash')}\n${ask}`], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

test('bash completes commands, and the flags of each', async () => {
  expect(await offered('to')).toEqual(['top']);
  expect(await offered('top', 'nodes', '--sort')).toEqual(['--sort-by']);
  expect(await offered('doctor', '--fail')).toEqual(['--fail-on']);
});

test('zsh and fish know every command', async () => {
  for (const shell of ['zsh', 'fish']) {
    const text = await script(shell);
    for (const command of ['top', 'doctor', 'serve', 'config', 'version']) expect(text).toContain(command);
  }
});

test('another shell is refused', async () => {
  const terminal = captured(['completion', 'csh']);
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.err()).toContain('bash, zsh, fish');
});
