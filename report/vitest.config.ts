import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The browser is hungry enough alone.
    fileParallelism: false,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/*_test.ts'], environment: 'node' } },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/*_test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
