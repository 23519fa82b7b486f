import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const root = resolve(import.meta.dirname, 'site');

export default defineConfig({
  root,
  logLevel: 'warn',
  build: {
    outDir: resolve(import.meta.dirname, 'out/vite'),
    emptyOutDir: true,
    manifest: true,
    rollupOptions: { input: [resolve(root, 'index.html'), resolve(root, 'nested/index.html')] },
  },
});
