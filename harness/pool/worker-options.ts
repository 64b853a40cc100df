import { readFileSync } from "node:fs"
import { webDir, workerOptionsFile } from "../../local/bundle.ts"
import { mailBinding, mailWorker } from "../../local/mail.ts"
import { localSettings } from "../../local/runtime.ts"

/** Nobody listens here: the pool's Worker is called in its own isolate. */
const ORIGIN = "http://sheetsmith.test"

/**
 * The built Worker for the test pool, with the bindings and settings that local/runtime.ts gives
 * it.
 */
export function workerOptions(standInsOrigin: string) {
  const { email: _email, rootPath: _root, ...built } = JSON.parse(readFileSync(workerOptionsFile, "utf8"))
  return {
    main: "local/production-limits.js",
    miniflare: {
      ...built,
      ...mailBinding("EMAIL"),
      assets: { ...built.assets, directory: webDir, binding: "ASSETS" },
      bindings: {
        ...built.bindings,
        ...localSettings(ORIGIN, standInsOrigin),
        // PayPal's stand-in calls a port, which the pool has not.
        PAYPAL_WEBHOOK_ID: "none",
      },
      workers: [mailWorker(standInsOrigin)],
    },
  }
}
