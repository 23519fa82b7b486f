// Installs Chromium 103, the newest build on npm that still supports push, into a folder once and prints the path of its binary.
//   node push-browser.mjs FOLDER
// Exit code 3 with a reason: it is unavailable here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const PACKAGE = '@sparticuz/chromium@103.0.0';
const SHA512 =
  'tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==';
/** Timeout of the download of 55 MB, shorter than that of the waiting test, so that the test can report why it is skipped. */
const PATIENCE_MILLIS = 50_000;

const folder = resolve(process.argv[2]);
const binary = join(folder, 'chromium-103');
if (!existsSync(binary)) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    giveUp(`${process.platform} on ${process.arch} (expected: linux on x64)`);
  }
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'download-'));
  try {
    install(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
console.log(binary);

function install(work) {
  const npm = run('npm', ['pack', '--silent', PACKAGE], work);
  const archive = join(work, 'sparticuz-chromium-103.0.0.tgz');
  if (!existsSync(archive)) {
    giveUp(`npm cannot fetch ${PACKAGE}: ${npm.error ?? npm.stderr}`);
  }
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== SHA512) {
    giveUp(`${PACKAGE} is not the package that it was`);
  }
  run('tar', ['xzf', archive, 'package/bin/chromium.br'], work);
  const unpacked = join(work, 'chromium');
  writeFileSync(
    unpacked,
    brotliDecompressSync(readFileSync(join(work, 'package/bin/chromium.br'))),
  );
  chmodSync(unpacked, 0o755);
  // The name exists only when the file is complete, even if two tests install it concurrently.
  renameSync(unpacked, binary);
}

function run(program, options, cwd) {
  return spawnSync(program, options, { cwd, timeout: PATIENCE_MILLIS, encoding: 'utf8' });
}

function giveUp(reason) {
  console.log(reason);
  process.exit(3);
}
