import { readFileSync } from "node:fs"
import { workers } from "../../local/bundle.ts"
import { localSettings } from "../../local/local-settings.ts"
import { mailWorker } from "../../local/mail.ts"
import { builtOptions, servedWorker } from "../../local/served-worker.ts"

/** An origin at which nothing listens: the pool calls the edge by a binding. */
const ORIGIN = "http://sheetsmith.test"

/**
 * Returns the built press for the test pool, with the edge beside it, and with the bindings and
 * settings that local/runtime.ts gives them.
 */
export function workerOptions(standInsOrigin: string) {
  const settings = {
    ...localSettings(ORIGIN, standInsOrigin),
    // PayPal's stand-in calls a port; the pool has none.
    PAYPAL_WEBHOOK_ID: "none",
  }
  const entry = readFileSync(new URL("edge-entry.js", import.meta.url), "utf8")
  const press = builtOptions(workers.press, settings)
  return {
    main: "local/production-limits.js",
    miniflare: {
      ...press,
      serviceBindings: { ...press.serviceBindings, EDGE: workers.edge.name },
      workers: [servedWorker(workers.edge, settings, { entry }), mailWorker(standInsOrigin)],
    },
  }
}
