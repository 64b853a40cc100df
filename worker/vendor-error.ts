import { AsyncLocalStorage } from "node:async_hooks"
import { MINUTE_MS } from "../contract/duration.ts"
import type { vendors } from "../contract/status.ts"
import { directoryOf } from "./data/database.ts"
import { addVendorErrors } from "./data/operations/vendor-error-rows.ts"
import type { OpenEnv } from "./env.ts"
import { logWarning, subjectId } from "./log.ts"

/** The place where errors are written, and the context that keeps the isolate alive until they are. */
type Place = { env: Pick<OpenEnv, "DB">; context: Pick<ExecutionContext, "waitUntil"> }

const place = new AsyncLocalStorage<Place>()

/** A kind of error: the minute of the last write, and the number of errors since. */
type Kind = { minute: number; unwritten: number }
const kinds = new Map<string, Kind>()

/** The most kinds: codes are the vendor's, so their number is unknown. */
const MOST_KINDS = 200
const CODE = /^[\w.:-]{1,60}$/
const MAX_TEXT_CHARS = 300

/** Runs a request or a job, whose vendors' errors are then written beside it. */
export function withVendorErrors<T>(
  env: Pick<OpenEnv, "DB">,
  context: Pick<ExecutionContext, "waitUntil">,
  run: () => T,
): T {
  return place.run({ env, context }, run)
}

/**
 * Notes a vendor's wrong answer, for the operator's page. `code` is the vendor's own if it has one,
 * else the missing part: `no-answer`, `status-503`. Returns at once and never throws. An isolate writes
 * each code at most once a minute; further errors are counted with the next write. Outside a request or
 * a job nothing is noted.
 */
export function recordVendorError(error: {
  vendor: (typeof vendors)[number]
  code: string
  text: string
}): void {
  const here = place.getStore()
  if (!here) return
  const atMs = Date.now()
  const code = CODE.test(error.code) ? error.code : "unknown-code"
  const kind = kindOf(`${error.vendor} ${code}`)
  kind.unwritten++
  const minute = Math.floor(atMs / MINUTE_MS)
  if (kind.minute === minute) return
  const count = kind.unwritten
  Object.assign(kind, { minute, unwritten: 0 })
  const row = { vendor: error.vendor, code, text: withoutSecrets(error.text), requestId: subjectId() }
  const written = addVendorErrors(directoryOf(here.env), { ...row, count, atMs }).catch((thrown) => {
    kind.unwritten += count
    logWarning("vendor error not noted", { vendor: error.vendor, code, error: thrown })
  })
  here.context.waitUntil(written)
}

function kindOf(name: string): Kind {
  const known = kinds.get(name)
  if (known) return known
  if (kinds.size >= MOST_KINDS) kinds.clear()
  const kind = { minute: -1, unwritten: 0 }
  kinds.set(name, kind)
  return kind
}

/** Returns one short line without addresses, and without texts long enough to be a key. */
export function withoutSecrets(text: string): string {
  return text
    .slice(0, 4 * MAX_TEXT_CHARS)
    .replace(/[^\s<>"'(]+@[^\s<>"')]+/g, "[address]")
    .replace(/\?\S+/g, "?[…]")
    .replace(/[\w+/=.~-]{32,}/g, "[…]")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_TEXT_CHARS)
}
