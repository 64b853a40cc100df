import { defineConfig } from "vitest/config"

const seconds = (count: number) => count * 1000

export default defineConfig({
  test: {
    // A file often waits for its browser or its runtime: of three at a time, two compute.
    maxWorkers: 3,
    // The clock on the wall is the same everywhere, in tests and in the browsers that they start.
    env: { TZ: "UTC" },
    // These end what hangs: a machine may be several times slower than usual, and what is waited for has its own limits.
    testTimeout: seconds(1200),
    hookTimeout: seconds(300),
    // What is polled for happens in another process, on a machine that may be busy.
    expect: { poll: { timeout: seconds(45) } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/{cli,sheet,contract,web,web-features,structure,stand-ins}/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "objects",
          include: ["test/durable-objects/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "worker",
          globalSetup: "test/build.ts",
          include: ["test/worker/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          globalSetup: "test/build.ts",
          include: ["test/journeys/**/*.test.ts"],
        },
      },
    ],
  },
})
