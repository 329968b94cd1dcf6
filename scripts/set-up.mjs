// Makes a fresh clone ready, so that `npm start` and `npm test` are each one command. Plain JavaScript: it runs
// on whatever Node is there (20 or newer), before the pinned Node 24 and the dependencies are.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Debian packages that tests need, each with the program by which it is recognised. */
const testPackages = [
  { name: 'prometheus', program: 'prometheus' },
  { name: 'prometheus-node-exporter', program: 'prometheus-node-exporter' },
];

const say = (message) => process.stderr.write(`set-up: ${message}\n`);

/** npm writes this file last, so it is as old as the last complete install. */
function dependenciesAreFresh() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** Runs a program; what it printed is shown only if it fails. */
function run(command, args, env = process.env) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${status}:\n${stdout}${stderr}`);
}

function installDependencies() {
  if (dependenciesAreFresh()) return;
  say('installing the dependencies of package-lock.json (npm ci)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

const onPath = (program) =>
  `${process.env.PATH ?? ''}:/usr/sbin`.split(':').some((folder) => existsSync(join(folder, program)));

function installTestPackages() {
  const missing = testPackages.filter(({ program }) => !onPath(program)).map(({ name }) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    say(`tests that need ${missing.join(', ')} will be skipped. To run them: sudo ${command}`);
    return;
  }
  say(`installing Debian packages that tests need: ${missing.join(', ')}`);
  // the packages' services must not start: tests run their own, on loopback and free ports
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  run('apt-get', ['update', '-q'], env);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], env);
}

try {
  installDependencies();
  if (process.argv.includes('--packages')) installTestPackages();
} catch (fault) {
  say(`${fault.message}`);
  process.exit(1);
}
