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
    testTimeout: 60_000,
    restoreMocks: true,
  },
});
