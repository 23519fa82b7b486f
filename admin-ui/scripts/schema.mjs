// Writes src/api/schema.d.ts from the OpenAPI contract; with --check it only compares.
// The generator lives in tools/ with its own TypeScript: it needs the compiler API that TypeScript 7 dropped.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shapeOf } from './contract-shape.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');
const contract = resolve(
  root,
  process.env.CONTRACT ?? '../gateway/src/main/resources/admin/openapi.yaml',
);
const target = join(root, 'src/api/schema.d.ts');

if (!existsSync(join(root, 'tools/node_modules/openapi-typescript'))) {
  execFileSync('npm', ['ci', '--prefix', join(root, 'tools')], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
const require = createRequire(join(root, 'tools/package.json'));
const entry = require.resolve('openapi-typescript').replace(/\.cjs$/, '.mjs');
const { default: openapiTS, astToString } = await import(pathToFileURL(entry).href);

const source = readFileSync(contract, 'utf8');
const types = astToString(await openapiTS(pathToFileURL(contract)));
const wanted = `// Written by \`npm run schema\` from gateway/src/main/resources/admin/openapi.yaml. Do not edit.\n// contract-shape: ${shapeOf(source)}\n\n${types}`;

if (!check) {
  writeFileSync(target, wanted);
  console.log('src/api/schema.d.ts written');
} else if (readFileSync(target, 'utf8') !== wanted) {
  console.error('src/api/schema.d.ts: differs from openapi.yaml (expected: run `npm run schema`)');
  process.exit(1);
}
