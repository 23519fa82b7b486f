import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { fakeGateway } from './scripts/fake-gateway-plugin.mjs';

export default defineConfig({
  plugins: [react(), fakeGateway()],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'target/classes/lychgate/ui',
    emptyOutDir: true,
    manifest: 'vite-manifest.json',
    // Inlined images would need `img-src data:` in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    environment: 'happy-dom',
    setupFiles: ['src/test-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    // Vitest leaves one processor free; with two, files would then run one after the other.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The files of one worker share its modules. Otherwise each would load the whole UI again, for half the time of the tests.
    isolate: false,
    // A page that is rendered leaves megabytes of garbage. With 16 of them at a time, collections take a sixth of the time of the tests.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 180_000,
    restoreMocks: true,
  },
});
