// In front of both built Workers while `npm run bench -- cost` runs, never deployed: logs everything
// that Cloudflare bills for as a line `@meter {NAME: AMOUNT}`.
import { AsyncLocalStorage } from "node:async_hooks"
import * as built from "./index.js"

export * from "./index.js"

/** The counts since the last line. */
const sums = new Map()

/**
 * Adds to a meter. What is counted at once is one line: some 170 lines that nobody has read fill the pipe to the
 * bench, the runtime stops at the next one, and a bench that waits for the runtime never reads them.
 */
function count(name, amount = 1) {
  if (!(amount > 0)) return
  if (sums.size === 0) queueMicrotask(tell)
  sums.set(name, (sums.get(name) ?? 0) + amount)
}

function tell() {
  console.info(`@meter ${JSON.stringify(Object.fromEntries(sums))}`)
  sums.clear()
}

const watched = new WeakSet()
const meteredEnvs = new WeakMap()

/** Returns a Worker's environment that counts e-mails: that binding has no prototype of its own. */
function metered(env) {
  const send = (message) => {
    count("mails")
    return env.EMAIL.send(message)
  }
  if (!meteredEnvs.has(env)) meteredEnvs.set(env, { ...env, EMAIL: { send } })
  return meteredEnvs.get(env)
}

/** Calls `see` with the result and the arguments of a method, for all that share the prototype. */
function watch(object, method, see) {
  let owner = object
  while (owner !== null && !Object.hasOwn(owner, method)) owner = Object.getPrototypeOf(owner)
  const real = owner?.[method]
  if (real === undefined || watched.has(real)) return
  const seen = function (...args) {
    const result = real.apply(this, args)
    const tell = (value) => {
      see(value, ...args)
      return value
    }
    return result instanceof Promise ? result.then(tell) : tell(result)
  }
  watched.add(seen)
  owner[method] = seen
}

/** The request, job or trigger that queries are counted for. */
const caller = new AsyncLocalStorage()

/** Counts a round trip and its statements; `@query` has the caller and the statement's verb and table. */
function countQueries(results, request, queries) {
  count("d1 trips")
  const texts = request.queries?.map(({ sql }) => sql) ?? [queries].flat()
  for (const [i, { meta }] of [results].flat().entries()) {
    count("d1 queries")
    count(`@query ${caller.getStore() ?? "a hub"}: ${nameOf(texts[i])}`)
    count("d1 read", meta.rows_read)
    count("d1 written", meta.rows_written)
    count("d1 ms", meta.duration)
  }
}

function nameOf(text) {
  const sql = String(text).replaceAll('"', "").replace(/\s+/g, " ").trim()
  const [verb] = sql.split(" ")
  const [, table] = sql.match(/^(?:update|insert into) (\w+)/i) ?? sql.match(/\bfrom (\w+)/i) ?? []
  return `${verb.toLowerCase()} ${table ?? sql.slice(0, 40)}`
}

/** Counts messages, which are billed in parts of 64 KB; all of ours are one part. */
function watchQueue(queue) {
  watch(queue, "send", () => count("queue written"))
  watch(queue, "sendBatch", (_, messages) => count("queue written", [...messages].length))
}

function watchEnv(env) {
  const { dbSession } = env.DB.prepare("SELECT 1")
  watch(dbSession, "_send", countQueries)
  watch(dbSession, "_queryOrThrow", countQueries)
  for (const method of ["put", "list"]) watch(env.FILES, method, () => count("r2 a"))
  for (const method of ["get", "head"]) watch(env.FILES, method, () => count("r2 b"))
  const watchUpload = (upload) => {
    for (const method of ["uploadPart", "complete"]) watch(upload, method, () => count("r2 a"))
  }
  watch(env.FILES, "resumeMultipartUpload", watchUpload)
  watch(env.FILES, "createMultipartUpload", (upload) => {
    count("r2 a")
    watchUpload(upload)
  })
  if (env.INGEST_QUEUE) watchQueue(env.INGEST_QUEUE)
}

/** Counts an invocation, which is a line in Workers Logs. */
function begin(env, kind) {
  watchEnv(env)
  count(kind)
  return metered(env)
}

export default {
  fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    const name = `${request.method} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id")}`
    return caller.run(name, () => built.default.fetch(request, begin(env, "requests"), ctx))
  },
  async queue(batch, env, ctx) {
    const meteredEnv = begin(env, "deliveries")
    // One operation to read a message, one to delete it.
    count("queue read", 2 * batch.messages.length)
    const startMs = Date.now()
    const job = `job ${batch.messages[0].body?.kind ?? batch.queue}`
    await caller.run(job, () => built.default.queue(batch, meteredEnv, ctx))
    count(job)
    count("job ms", Date.now() - startMs)
  },
  scheduled(event, env, ctx) {
    return caller.run("a cron", () => built.default.scheduled(event, begin(env, "crons"), ctx))
  },
}

/** The object with its calls counted: every public method alike; a socket's message is a twentieth. */
export class UserHub extends (built.UserHub ?? Object) {
  #cursors = []
  #active = 0
  #sinceMs = 0

  constructor(ctx, env) {
    const { sql } = ctx.storage
    const cursors = []
    const exec = sql.exec.bind(sql)
    Object.defineProperty(sql, "exec", {
      value: (...args) => {
        const cursor = exec(...args)
        cursors.push(cursor)
        return cursor
      },
    })
    watchEnv(env)
    super(ctx, env)
    this.#cursors = cursors
    watch(ctx.storage, "setAlarm", () => count("hub written"))
    for (const name of [...methodsOf(built.UserHub.prototype), "fetch", "alarm"]) {
      const real = built.UserHub.prototype[name]
      this.constructor.prototype[name] = function (...args) {
        return this.measured(() => real.apply(this, args))
      }
    }
  }

  async measured(call) {
    count("hub calls")
    if (this.#active++ === 0) this.#sinceMs = performance.now()
    try {
      return await call()
    } finally {
      if (--this.#active === 0) count("hub ms", Math.max(1, performance.now() - this.#sinceMs))
      for (const { rowsRead, rowsWritten } of this.#cursors.splice(0)) {
        count("hub read", rowsRead)
        count("hub written", rowsWritten)
      }
    }
  }
}

function methodsOf(prototype) {
  const others = ["constructor", "nowMs", "webSocketMessage", "webSocketClose"]
  return Object.getOwnPropertyNames(prototype).filter((name) => !others.includes(name))
}
