import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/pioche/server/page',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy of the server allows no inline script, and the preload helper would be one more file.
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8020', '/ws': { target: 'ws://127.0.0.1:8020', ws: true } } },
  test: { include: ['src/**/*.test.ts'], css: { include: [/tokens\.css/] } },
});
