// A built Worker with hands on everything it calls: the call of a chosen number fails, before or
// after it was done. Queues are kept instead of being delivered, so that a test says what arrives
// when. Both Workers have it in front of them, with one plan between them: fault-plan.js.
import { env as bindings } from "cloudflare:workers"
import worker from "./index.js"

export * from "./index.js"

async function counted(name, act) {
  const { error, failsAfter } = await bindings.FAULTS.before(name)
  if (error !== null) throw new Error(error)
  const result = await act()
  if (failsAfter) throw new Error(await bindings.FAULTS.hitAfter(name))
  return result
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
      counted("queue.send", () => bindings.FAULTS.keep([{ queue: name, body, ...options }])),
    sendBatch: (messages) =>
      counted("queue.sendBatch", () =>
        bindings.FAULTS.keep([...messages].map(({ body }) => ({ queue: name, body }))),
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

/** Delivers as the real queue does, until a test has it keep the messages. */
function ingestQueue(real) {
  const kept = queue("sheetsmith-ingest")
  const open = guard("queue", real, ["send", "sendBatch"])
  const chosen = async () => ((await bindings.FAULTS.isIngestKept()) ? kept : open)
  return {
    send: async (...args) => (await chosen()).send(...args),
    sendBatch: async (...args) => (await chosen()).sendBatch(...args),
  }
}

/**
 * Loses the checks of ink that each look at a draft asks for: one at work when a test holds or counts calls would have
 * the isolate, and its calls among the test's.
 */
function piecesQueue(real) {
  return guard("queue", real, ["send"], {
    sendBatch: (messages) =>
      counted("queue.sendBatch", async () => {
        const kept = [...messages].filter(({ body }) => body.kind !== "ink")
        if (kept.length > 0) await real.sendBatch(kept)
      }),
  })
}

const realFetch = globalThis.fetch
globalThis.fetch = async (...args) => {
  if (!args[1]?.signal) await bindings.FAULTS.noteUnbounded(String(args[0]))
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
    PIECES_QUEUE: piecesQueue(env.PIECES_QUEUE),
    SYNC_QUEUE: guard("queue", env.SYNC_QUEUE, ["send", "sendBatch"]),
    DELIVERY_QUEUE: guard("queue", env.DELIVERY_QUEUE, ["send", "sendBatch"]),
    EVENT_QUEUE: guard("queue", env.EVENT_QUEUE, ["send", "sendBatch"]),
    EVENT_SLOW_QUEUE: guard("queue", env.EVENT_SLOW_QUEUE, ["send", "sendBatch"]),
    READING_QUEUE: guard("queue", env.READING_QUEUE, ["send", "sendBatch"]),
    RUN_QUEUE: guard("queue", env.RUN_QUEUE, ["send", "sendBatch"]),
    RENDER_QUEUE: queue("sheetsmith-render"),
    RENDER_LONG_QUEUE: queue("sheetsmith-render-long"),
    USER_HUB: hubs(env.USER_HUB),
    EMAIL: guard("email", env.EMAIL, ["send"]),
  }
  wrappedEnvs.set(env, fresh)
  return fresh
}

export default {
  fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/__faults") return env.FAULTS.fetch(request)
    return worker.fetch(request, wrapped(env), ctx)
  },
  queue: (batch, env, ctx) => worker.queue(batch, wrapped(env), ctx),
  scheduled: (event, env, ctx) => worker.scheduled(event, wrapped(env), ctx),
}
