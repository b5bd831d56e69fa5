import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import made from './package.json';

/** The fonts travel with their licences, as the SIL Open Font License asks. */
function fontLicences(): Plugin {
  const fonts = Object.keys(made.devDependencies).filter((name) => name.startsWith('@fontsource'));
  return {
    name: 'font-licences',
    async generateBundle() {
      for (const font of fonts) {
        const source = await this.fs.readFile(`node_modules/${font}/LICENSE`);
        this.emitFile({ type: 'asset', fileName: `assets/${font.split('/').at(-1)}-license.txt`, source });
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), fontLicences()],
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
