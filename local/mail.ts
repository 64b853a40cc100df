import { readFileSync } from "node:fs"
import type { V4WorkerOptions } from "miniflare"

const WORKER = "mail-binding"

/** Returns a `send_email` binding called `name` to the stand-in mailbox. */
export function mailBinding(name: string): Pick<V4WorkerOptions, "serviceBindings"> {
  return { serviceBindings: { [name]: WORKER } }
}

/** Returns the Worker behind the binding; serve it beside the one that uses it. */
export function mailWorker(standInsOrigin: string): V4WorkerOptions {
  const contents = readFileSync(new URL("mail-binding.js", import.meta.url), "utf8")
  const { host } = new URL(standInsOrigin)
  return {
    name: WORKER,
    // Since 2026-04-21, errors keep their own properties on the way to the caller.
    compatibilityDate: "2026-07-01",
    modules: [{ type: "ESModule", path: "mail-binding.js", contents }],
    serviceBindings: { MAILBOX: { external: { address: host, http: {} } } },
  }
}
