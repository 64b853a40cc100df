// In front of each built Worker on this machine, never deployed. Applies production's limits to the
// values that the Worker sends to D1, queues and an object's SQLite; the local runtime accepts more.
// Anything larger throws and is logged as an error, which fails a test that did not expect one. GET
// /__limits returns the largest of each so far.
import worker from "./behind.js"

/**
 * Production's limits: https://developers.cloudflare.com/d1/platform/limits,
 * https://developers.cloudflare.com/queues/platform/limits (less a message's own overhead) and
 * https://developers.cloudflare.com/durable-objects/platform/limits.
 */
const limits = {
  /** Bytes of a text, a BLOB or a row; all values of a statement fit one row. */
  valueBytes: 2_000_000,
  statementBytes: 100_000,
  parameters: 100,
  /** Bytes of a LIKE pattern. */
  patternBytes: 50,
  /** Queries of one invocation; each statement is a query. */
  batchStatements: 1_000,
  messageBytes: 127_900,
  batchMessages: 100,
  batchBytes: 256_000,
}

const largest = Object.fromEntries(Object.keys(limits).map((name) => [name, 0]))
const encoder = new TextEncoder()

function hold(name, size, where) {
  largest[name] = Math.max(largest[name], size)
  if (size <= limits[name]) return
  const error = new Error(`production limit: ${name} ${size} of ${limits[name]} at ${where}`)
  console.error(error.message)
  throw error
}

function bytesOf(value) {
  if (typeof value === "string") return encoder.encode(value).length
  return value?.byteLength ?? 8
}

function holdStatement(query) {
  hold("statementBytes", bytesOf(query), query.slice(0, 80))
}

function holdValues(query, values) {
  const where = query.slice(0, 80)
  hold("parameters", values.length, where)
  hold(
    "valueBytes",
    values.reduce((sum, value) => sum + bytesOf(value), 0),
    where,
  )
  if (!/\bLIKE\b/i.test(query)) return
  for (const value of values)
    if (typeof value === "string" && value.startsWith("%")) hold("patternBytes", bytesOf(value), where)
}

function holdMessages(messages, where) {
  const sizes = messages.map((body) => bytesOf(JSON.stringify(body) ?? ""))
  for (const size of sizes) hold("messageBytes", size, where)
  hold("batchMessages", sizes.length, where)
  hold(
    "batchBytes",
    sizes.reduce((sum, size) => sum + size, 0),
    where,
  )
}

const held = new WeakSet()

/** Runs `check` before a method, for all objects that share this object's prototype. */
function before(object, method, check) {
  let owner = object
  while (owner !== null && !Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner)
  const real = owner[method]
  if (held.has(real)) return
  const checked = function (...args) {
    check.call(this, ...args)
    return real.apply(this, args)
  }
  held.add(checked)
  owner[method] = checked
}

let isHeld = false

function holdEnv(env) {
  if (isHeld) return
  isHeld = true
  const { DB, INGEST_QUEUE } = env
  before(DB, "prepare", holdStatement)
  before(DB, "batch", (statements) => hold("batchStatements", statements.length, "batch"))
  before(DB.prepare("SELECT 1"), "bind", function (...values) {
    holdValues(this.statement ?? "", values)
  })
  before(INGEST_QUEUE, "send", (body) => holdMessages([body], "send"))
  before(INGEST_QUEUE, "sendBatch", (messages) =>
    holdMessages(
      [...messages].map(({ body }) => body),
      "sendBatch",
    ),
  )
}

/** Returns a subclass of an object's class that holds to the limits. */
export function limited(Hub) {
  return class extends Hub {
    constructor(ctx, env) {
      holdEnv(env)
      before(ctx.storage.sql, "exec", (query, ...values) => {
        holdStatement(query)
        holdValues(query, values)
      })
      super(ctx, env)
    }
  }
}

export default {
  fetch(request, env, ctx) {
    holdEnv(env)
    if (new URL(request.url).pathname === "/__limits") return Response.json({ limits, largest })
    return worker.fetch(request, env, ctx)
  },
  queue(batch, env, ctx) {
    holdEnv(env)
    return worker.queue(batch, env, ctx)
  },
  scheduled(event, env, ctx) {
    holdEnv(env)
    return worker.scheduled(event, env, ctx)
  },
}
