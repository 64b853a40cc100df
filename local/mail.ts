import { readFileSync } from "node:fs"
import type { WorkerOptions } from "miniflare"

const WORKER = "mail-binding"

/** What makes `name` of a Worker's environment a `send_email` binding whose mail goes to the stand-in mailbox. */
export function mailBinding(name: string): Pick<WorkerOptions, "wrappedBindings"> {
  return { wrappedBindings: { [name]: WORKER } }
}

/** The Worker that the binding is made of; it must be served beside the one that uses it. */
export function mailWorker(standInsOrigin: string): WorkerOptions {
  const contents = readFileSync(new URL("mail-binding.js", import.meta.url), "utf8")
  const { host } = new URL(standInsOrigin)
  return {
    name: WORKER,
    modules: [{ type: "ESModule", path: "mail-binding.js", contents }],
    serviceBindings: { MAILBOX: { external: { address: host, http: {} } } },
  }
}
