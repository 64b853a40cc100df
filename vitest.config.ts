import { defineConfig } from "vitest/config"

const seconds = (count: number) => count * 1000

export default defineConfig({
  test: {
    // A file often waits for its browser or its runtime: of three at a time, two compute.
    maxWorkers: 3,
    // What is polled for happens in another process, on a machine that may be busy.
    expect: { poll: { timeout: seconds(45) } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/{sheet,contract,web,web-features,structure,stand-ins}/**/*.test.{ts,tsx}"],
          testTimeout: seconds(60),
        },
      },
      {
        extends: true,
        test: {
          name: "objects",
          include: ["test/durable-objects/**/*.test.ts"],
          testTimeout: seconds(120),
          hookTimeout: seconds(60),
        },
      },
      {
        extends: true,
        test: {
          name: "worker",
          globalSetup: "test/build.ts",
          include: ["test/worker/**/*.test.ts"],
          testTimeout: seconds(300),
          hookTimeout: seconds(120),
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          globalSetup: "test/build.ts",
          include: ["test/journeys/**/*.test.ts"],
          // Some walk through a hundred screens; what they wait for has its own, shorter limit.
          testTimeout: seconds(1200),
          hookTimeout: seconds(180),
        },
      },
    ],
  },
})
