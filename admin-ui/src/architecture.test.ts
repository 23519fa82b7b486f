import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../scripts/contract-shape.mjs';

const SOURCE = resolve(import.meta.dirname);
const CONTRACT = resolve(SOURCE, '../../gateway/src/main/resources/admin/openapi.yaml');
const SOFT_LIMIT_TESTS = /\.test\.tsx?$|test-(setup|app)|^api\/(fakes\/|schema)/;

interface File {
  path: string;
  text: string;
  imports: string[];
}

const files: File[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => {
    const path = relative(SOURCE, join(SOURCE, name)).replaceAll('\\', '/');
    const text = readFileSync(join(SOURCE, name), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
      (match) => match[1] ?? '',
    );
    return { path, text, imports: imports.map((each) => fromRoot(path, each)) };
  });
const product = files.filter(({ path }) => !SOFT_LIMIT_TESTS.test(path));

function fromRoot(path: string, imported: string): string {
  if (imported.startsWith('~/')) return imported.slice(2);
  if (!imported.startsWith('.')) return `npm:${imported}`;
  return relative(SOURCE, resolve(SOURCE, path, '..', imported)).replaceAll('\\', '/');
}

const folderOf = (path: string): string => path.split('/')[0] ?? '';
const pageOf = (path: string): string | undefined => /^pages\/([^/]+)/.exec(path)?.[1];

/** Allowed imports of each folder. A folder that is not listed may import all others. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  pages: ['api', 'charts', 'history', 'parts', 'publish', 'text', 'views', 'pages'],
  history: ['api', 'charts', 'parts', 'text', 'history'],
  publish: ['api', 'parts', 'text', 'publish'],
  views: ['api', 'parts', 'text', 'views'],
  charts: ['parts', 'text', 'charts'],
  parts: ['api', 'text', 'parts', 'nonce'],
  text: ['api', 'text'],
  api: ['api'],
};

describe('imports and files of the UI', () => {
  it('no page imports another page', () => {
    const wrong = product.flatMap(({ path, imports }) =>
      imports
        .filter((each) => pageOf(path) && pageOf(each) && pageOf(path) !== pageOf(each))
        .map((each) => `${path} -> ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  it('each folder imports lower layers only', () => {
    const wrong = product.flatMap(({ path, imports }) => {
      const allowed = ALLOWED_IMPORTS[folderOf(path)];
      return imports
        .filter((each) => allowed && !each.startsWith('npm:') && !allowed.includes(folderOf(each)))
        .map((each) => `${path} -> ${each}`);
    });
    expect(wrong).toEqual([]);
  });

  it('only api/ uses the network', () => {
    const network = /\bfetch\s*\(|\bEventSource\b|\bXMLHttpRequest\b|\bWebSocket\b|sendBeacon/;
    const wrong = product.filter(
      ({ path, text }) => folderOf(path) !== 'api' && network.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('the product does not import the fakes', () => {
    const wrong = product.filter(({ imports }) =>
      imports.some((each) => each.startsWith('api/fakes')),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('no file has more than 250 lines', () => {
    const long = product
      .filter(({ text }) => text.split('\n').length > 250)
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });
});

describe('the styles of Mantine', () => {
  const STYLES = resolve(SOURCE, '../node_modules/@mantine/core/styles');

  it('include those of each component in use', () => {
    const sheets = new Set(readdirSync(STYLES));
    const used = product
      .flatMap(({ text }) => [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)])
      .flatMap((match) => (match[1] ?? '').split(','))
      .map((name) => `${name.trim()}.css`)
      .filter((sheet) => sheets.has(sheet));
    const loaded = readFileSync(join(SOURCE, 'styles.ts'), 'utf8');
    const missing = used.filter((sheet) => !loaded.includes(`'@mantine/core/styles/${sheet}'`));
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe('the types of the contract', () => {
  it('are up to date; else run `npm run schema`', () => {
    const schema = readFileSync(join(SOURCE, 'api/schema.d.ts'), 'utf8');
    expect(/contract-shape: (\w+)/.exec(schema)?.[1]).toBe(shapeOf(readFileSync(CONTRACT, 'utf8')));
  });
});
