import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One browser at a time is load enough.
    fileParallelism: false,
    projects: [
      { test: { name: 'unit', include: ['tests/unit/*_test.ts'], environment: 'node' } },
      {
        test: {
          name: 'command',
          include: ['tests/command/*_test.ts'],
          environment: 'node',
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'page',
          include: ['tests/page/*_test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
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
