import { cloudflareTest } from "@cloudflare/vitest-plugin"
import { configDefaults, defineConfig } from "vitest/config"
import { plantBugs } from "./harness/hub/plant-bugs.ts"
import { plantedBugs } from "./harness/hub/planted-bugs.ts"
import { isFull } from "./harness/layer.ts"

const seconds = (count: number) => count * 1000

/** Long tests run with `npm test -- --all` alone. */
const excluded = [...configDefaults.exclude, ...(isFull ? [] : ["**/*.full.test.*"])]

/** Tests that change what other files of their process would see. */
const apart = [
  "test/setup/deployment.test.ts",
  "test/stand-ins/paypal-signature.test.ts",
  "test/structure/openapi.test.ts",
  "test/web/{live,query-client}.test.ts",
  "test/web-features/sheet-formats.test.ts",
  "test/worker/operations/routes.test.ts",
]

/** The files of the worker suite that also run with accounts in three databases, in the long layer. */
const threeDatabases = {
  extends: true as const,
  test: {
    name: "three databases",
    isolate: false,
    globalSetup: "test/build.ts",
    // Its long tests run once.
    env: { DATABASES: "3", ALL_TESTS: "" },
    include: [
      "test/worker/accounts/{access-tokens,sessions,account,account-password,account-profile}.test.ts",
      "test/worker/artwork/sizes.test.ts",
      "test/worker/credits/statement.test.ts",
      "test/worker/orders/{orders,order-files}.test.ts",
    ],
  },
}

const hubBindings = {
  compatibilityDate: "2026-07-01",
  compatibilityFlags: ["nodejs_compat"],
  d1Databases: { DB: "mirror" },
  durableObjects: Object.fromEntries([
    ["USER_HUB", { className: "UserHub", useSQLite: true }],
    ...plantedBugs.map((_bug, i) => [`PLANTED_${i}`, { className: `Planted${i}`, useSQLite: true }]),
  ]),
}

// A request's place in the world is asked of the network otherwise.
process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false"

export default defineConfig({
  test: {
    // Random histories of the ledger; `npm run bench -- ledger` asks for others.
    provide: {
      histories: JSON.parse(process.env.HISTORIES ?? `{ "seed": 1, "count": ${isFull ? 200 : 30} }`),
    },
    exclude: excluded,
    // A file often waits for its browser or its runtime: of three at a time, two compute.
    maxWorkers: 3,
    // The clock on the wall is the same everywhere, in tests and in the browsers that they start.
    env: { TZ: "UTC" },
    // These end what hangs: a machine may be several times slower than usual, and what is waited for has its own limits.
    testTimeout: seconds(isFull ? 3600 : 1200),
    hookTimeout: seconds(300),
    // What is polled for happens in another process, on a machine that may be busy.
    expect: { poll: { timeout: seconds(45) } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Files of a process share what they load; none of them changes what another one sees.
          isolate: false,
          include: [
            "test/{cli,sheet,contract,web,web-features,structure,stand-ins,setup}/**/*.test.{ts,tsx}",
          ],
          exclude: [...excluded, ...apart],
        },
      },
      {
        extends: true,
        test: { name: "apart", globalSetup: "test/build.ts", include: apart },
      },
      {
        extends: true,
        // Runs in workerd, beside the objects: https://developers.cloudflare.com/workers/testing/vitest-integration
        plugins: [plantBugs(), cloudflareTest({ main: "harness/hub/hubs.ts", miniflare: hubBindings })],
        test: {
          name: "objects",
          include: ["test/durable-objects/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "worker",
          // Files of a process use one app in turn, see harness/app.ts.
          isolate: false,
          globalSetup: "test/build.ts",
          include: ["test/{worker,runtime,clients}/**/*.test.ts"],
          exclude: [...excluded, ...apart],
        },
      },
      ...(isFull ? [threeDatabases] : []),
      {
        extends: true,
        test: {
          name: "journeys",
          // Files of a process use one app and one browser in turn, see harness/use-stage.ts.
          isolate: false,
          globalSetup: "test/build.ts",
          include: ["test/journeys/**/*.test.ts"],
        },
      },
    ],
  },
})
