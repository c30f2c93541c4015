import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

// Everything is inlined: the page is opened from disk, where a browser loads no further file.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    reportCompressedSize: false,
  },
});
