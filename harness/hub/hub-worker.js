// The Worker of these tests: the real object, with hands on its clock, its D1 and its life.
import unsafe from "workerd:unsafe"
import { LONGEST_RETRY_MS } from "../../durable-objects/alarm.ts"
import { UserHub } from "../../durable-objects/user-hub.ts"

/** By object id, so that they outlive the object they belong to. @type {Map<string, {aheadMs: number, d1: string}>} */
const settings = new Map()

function settingsOf(id) {
  const known = settings.get(id.toString())
  if (known) return known
  const fresh = { aheadMs: 0, d1: "works" }
  settings.set(id.toString(), fresh)
  return fresh
}

/** D1 as it fails in life: before the write, or after it with the answer lost. */
function moodyD1(db, mood) {
  return {
    prepare: (query) => ({
      bind: (...values) => ({
        run: async () => {
          if (mood.d1 === "fails-before") throw new Error("planned: D1 is away")
          const result = await db
            .prepare(query)
            .bind(...values)
            .run()
          if (mood.d1 === "fails-after") throw new Error("planned: D1's answer was lost")
          return result
        },
      }),
    }),
  }
}

export class TestHub extends UserHub {
  #db

  constructor(ctx, env) {
    super(ctx, { ...env, DB: moodyD1(env.DB, settingsOf(ctx.id)) })
    this.#db = env.DB
  }

  async join(userId) {
    await this.#db.prepare("INSERT INTO user (id) VALUES (?)").bind(userId).run()
  }

  async mirror(userId) {
    return this.#db
      .prepare("SELECT available_credits, used_credits, credit_seq FROM user WHERE id = ?")
      .bind(userId)
      .first()
  }

  nowMs() {
    return Date.now() + settingsOf(this.ctx.id).aheadMs
  }

  async fireAlarm() {
    await this.alarm()
  }

  async alarmAt() {
    return this.ctx.storage.getAlarm()
  }

  async socketCount() {
    return this.ctx.getWebSockets().length
  }

  async query(text, ...values) {
    return this.ctx.storage.sql.exec(text, ...values).toArray()
  }

  async crash() {
    this.ctx.abort("planned: the object crashed")
  }
}

const changes = {
  /** Sleep: memory is lost, sockets stay. Only a running object can be sent to sleep, so it is woken first. */
  evict: async (stub) => {
    await stub.balance()
    await unsafe.evict(stub)
  },
  /** A crash: memory and sockets are lost. */
  crash: async (stub) => {
    await stub.crash().catch(() => undefined)
  },
  d1: async (_stub, id, mood) => {
    settingsOf(id).d1 = mood
  },
  clock: async (_stub, id, aheadMs) => {
    settingsOf(id).aheadMs = aheadMs
  },
  /** D1 answers again, and every retry's moment has come. */
  recover: async (stub, id) => {
    const mood = settingsOf(id)
    mood.d1 = "works"
    mood.aheadMs += LONGEST_RETRY_MS
    await stub.fireAlarm()
  },
}

async function call(stub, { method, args = [] }) {
  try {
    return { value: await stub[method](...args) }
  } catch (error) {
    return { error: String(error) }
  }
}

/** One step of a history: several calls at once, or a change of the world around them. */
async function runStep(env, user, step) {
  const id = env.USER_HUB.idFromName(user)
  const stub = env.USER_HUB.get(id)
  if (step.calls) return Promise.all(step.calls.map((each) => call(stub, each)))
  await changes[step.change](stub, id, step.value)
  return []
}

export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    const user = url.searchParams.get("user")
    if (url.pathname === "/steps") {
      const answers = []
      for (const step of await request.json()) answers.push(await runStep(env, user, step))
      return Response.json(answers)
    }
    const headers = new Headers(request.headers)
    headers.set("x-user-id", user)
    headers.set("x-session-id", url.searchParams.get("session") ?? "session-1")
    return env.USER_HUB.get(env.USER_HUB.idFromName(user)).fetch(new Request(request, { headers }))
  },
}
