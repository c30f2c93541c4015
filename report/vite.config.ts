import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// Everything is inlined: a page is opened from disk, where a browser loads no further file. The
// mode says which page is built: `page` shows one result of a user, all others the report.
export default defineConfig(({ mode }) => ({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    reportCompressedSize: false,
    rollupOptions: { input: mode === 'page' ? 'page.html' : 'index.html' },
  },
}));
