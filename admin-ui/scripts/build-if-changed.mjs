// Runs `build` or `check` for Maven, only if an input has changed since the last success.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const task = process.argv[2];
const CONTRACT = '../gateway/src/main/resources/admin/openapi.yaml';
const SCRIPT = '../gateway/src/main/resources/timing/timings.js';
/** Niceness. Higher, tests would wait in vain for a page that gets no processor time. */
const CHECK_PRIORITY = 5;

const INPUTS = [
  'src',
  'public',
  'scripts',
  'index.html',
  'package.json',
  'package-lock.json',
  'timings',
  'tsconfig.json',
  'biome.json',
  'vite.config.ts',
];

function files(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}

function hashOf(paths) {
  const hash = createHash('sha256');
  hash.update(process.version);
  for (const file of paths.flatMap((path) => files(join(root, path)))) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function npm(...args) {
  const run = spawnSync('npm', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (run.error) {
    console.error(
      'npm: not found (expected: Node.js 20 or newer with npm on the PATH, or -DskipUi)',
    );
    process.exit(1);
  }
  if (run.status !== 0) process.exit(run.status ?? 1);
}

/** Runs the work unless the stamp shows that it was done for the same inputs. */
function once(stamp, hash, stillThere, work) {
  if (stillThere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`node: ${process.version} (expected: 20 or newer, or -DskipUi)`);
  process.exit(1);
}
if (task !== 'build' && task !== 'check') {
  console.error(`task: ${task} (expected: build or check)`);
  process.exit(1);
}

if (task === 'check' && [process.env.SKIP_TESTS, process.env.MAVEN_TEST_SKIP].includes('true')) {
  process.exit(0);
}

// Maven runs the check beside the compiler of the gateway, for which the other tests wait.
if (task === 'check') setPriority(CHECK_PRIORITY);

const modules = join(root, 'node_modules');
once(
  join(modules, '.lychgate-lock'),
  hashOf(['package-lock.json']),
  () => existsSync(modules),
  () => npm('ci'),
);

const built = join(root, 'target/classes/lychgate/ui/index.html');
const inputs = task === 'check' ? [...INPUTS, CONTRACT, SCRIPT] : INPUTS;
const ran = once(
  join(root, `target/ui-${task}.stamp`),
  hashOf(inputs),
  () => task === 'check' || existsSync(built),
  () => npm('run', '--silent', task),
);
if (!ran) console.log(`admin-ui ${task}: unchanged`);
