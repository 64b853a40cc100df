// The built Worker with hands on everything it calls: the call of a chosen number fails, before or
// after it was done. Queues are kept here instead of being delivered, so that a test says what
// arrives when.
import worker, { UserHub as Hub } from "./index.js"

export { Hub as UserHub }

/** @type {{isArmed: boolean, isDead: boolean, at: number, when: string, how: string, only: string, words: string, calls: string[], hit: string | null}} */
let plan = idle()
/** @type {{queue: string, body: unknown, delaySeconds?: number}[]} */
let queued = []
/** Calls whose name begins so wait until they are let go; `held` counts them. */
let hold = ""
let held = 0
const LOOK_AGAIN_MS = 20
/** Images are read as they come, unless a test wants to say when. */
let isIngestKept = false
/** @type {string[]} Addresses asked without a limit of time. */
const unbounded = []

function idle() {
  const none = { isArmed: false, isDead: false, at: 0, when: "before", how: "once", only: "", words: "" }
  return { ...none, calls: [], hit: null }
}

/**
 * `only`: every call whose name begins so fails, whatever its number. Otherwise `once`: the call of
 * the number alone fails, as when a vendor hiccups; `dead`: nothing works any more, as when the
 * Worker stopped. `words` is what the call says of it.
 */
async function counted(name, act) {
  if (hold && name.startsWith(hold)) {
    held += 1
    // By looking again: another request cannot settle a promise of this one.
    while (hold && name.startsWith(hold)) await scheduler.wait(LOOK_AGAIN_MS)
    held -= 1
  }
  if (!plan.isArmed) return act()
  if (plan.isDead) throw new Error(`planned: stopped, no ${name}`)
  if (plan.only && name.startsWith(plan.only)) fail(`before ${name}`)
  plan.calls.push(name)
  const isIt = plan.calls.length === plan.at
  if (isIt && plan.when === "before") fail(`before ${name}`)
  const result = await act()
  if (isIt && plan.when === "after") fail(`after ${name}`)
  return result
}

function fail(where) {
  plan.hit = where
  plan.isDead = plan.how === "dead"
  throw new Error(`${plan.words}planned: ${where}`)
}

/** Counts the named methods of a binding, leaves all else alone. */
function guard(name, target, methods, more = {}) {
  return new Proxy(target, {
    get(_, key) {
      if (key in more) return more[key]
      const value = target[key]
      if (typeof value !== "function") return value
      // Called on the target itself: some bindings are proxies, too, and know no other way.
      if (!methods.includes(key)) return (...args) => target[key](...args)
      return (...args) => counted(`${name}.${String(key)}`, () => target[key](...args))
    },
  })
}

const realStatements = new WeakMap()

function statement(real) {
  const wrapped = guard("d1", real, ["all", "raw", "run", "first"], {
    bind: (...values) => statement(real.bind(...values)),
  })
  realStatements.set(wrapped, real)
  return wrapped
}

function database(real) {
  return guard("d1", real, ["exec"], {
    prepare: (query) => statement(real.prepare(query)),
    batch: (statements) =>
      counted("d1.batch", () => real.batch(statements.map((each) => realStatements.get(each)))),
  })
}

function bucket(real) {
  const upload = (open) => guard("r2.upload", open, ["uploadPart", "complete", "abort"])
  return guard("r2", real, ["get", "put", "head", "delete", "list"], {
    createMultipartUpload: (...args) =>
      counted("r2.createMultipartUpload", async () => upload(await real.createMultipartUpload(...args))),
    resumeMultipartUpload: (...args) => upload(real.resumeMultipartUpload(...args)),
  })
}

function queue(name) {
  return {
    send: (body, options) =>
      counted("queue.send", async () => void queued.push({ queue: name, body, ...options })),
    sendBatch: (messages) =>
      counted(
        "queue.sendBatch",
        async () => void queued.push(...messages.map(({ body }) => ({ queue: name, body }))),
      ),
  }
}

function hubs(real) {
  return guard("hub", real, [], {
    get: (id) => {
      const stub = real.get(id)
      return new Proxy(stub, {
        get: (_, key) =>
          key === "then" ? undefined : (...args) => counted(`hub.${String(key)}`, () => stub[key](...args)),
      })
    },
  })
}

/** Delivers as the real one does, until it is told to keep what comes. */
function ingestQueue(real) {
  const kept = queue("sheetsmith-ingest")
  const open = guard("queue", real, ["send", "sendBatch"])
  return new Proxy(kept, { get: (_, key) => (isIngestKept ? kept : open)[key] })
}

const realFetch = globalThis.fetch
globalThis.fetch = (...args) => {
  if (!args[1]?.signal) unbounded.push(String(args[0]))
  return counted("fetch", () => realFetch(...args))
}

const wrappedEnvs = new WeakMap()

function wrapped(env) {
  const known = wrappedEnvs.get(env)
  if (known) return known
  const fresh = {
    ...env,
    DB: database(env.DB),
    FILES: bucket(env.FILES),
    INGEST_QUEUE: ingestQueue(env.INGEST_QUEUE),
    SYNC_QUEUE: guard("queue", env.SYNC_QUEUE, ["send", "sendBatch"]),
    RENDER_QUEUE: queue("sheetsmith-render"),
    USER_HUB: hubs(env.USER_HUB),
    EMAIL: guard("email", env.EMAIL, ["send"]),
  }
  wrappedEnvs.set(env, fresh)
  return fresh
}

export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== "/__faults") return worker.fetch(request, wrapped(env), ctx)
    const order = await request.json()
    const before = { ...plan, queued, unbounded, held }
    if (order.hold !== undefined) hold = order.hold
    if (order.keepIngest !== undefined) isIngestKept = order.keepIngest
    if (order.plan) plan = { ...idle(), isArmed: true, ...order.plan }
    if (order.disarm) plan = idle()
    if (order.takeQueued) queued = []
    if (order.requeue) queued = [...queued, order.requeue]
    return Response.json(before)
  },
  queue: (batch, env, ctx) => worker.queue(batch, wrapped(env), ctx),
  scheduled: (event, env, ctx) => worker.scheduled(event, wrapped(env), ctx),
}
