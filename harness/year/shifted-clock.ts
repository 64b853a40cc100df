/**
 * A clock that a test moves, for the test itself, the stand-ins beside it and both Workers. After it is
 * set it runs at its usual pace.
 */
import type { RuntimeOptions } from "../../local/runtime.ts"

const RealDate = Date
let shiftMs = 0

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...(given as [number]))
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

/** The module in front of both Workers: it sets their clock to the test's before each event. */
const entry = `import { env as bindings } from "cloudflare:workers"
import worker, * as built from "./index.js"
export * from "./index.js"

const RealDate = Date
let shiftMs = 0
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shiftMs
  }
}

const timed = (act) => async (...given) => {
  shiftMs = await bindings.CLOCK.shift()
  return act(...given)
}

export default {
  ...worker,
  fetch: async (request, ...rest) => {
    if (new URL(request.url).pathname === "/__clock") {
      shiftMs = await request.json()
      await bindings.CLOCK.set(shiftMs)
      return new Response(null, { status: 204 })
    }
    return timed(worker.fetch)(request, ...rest)
  },
  ...(worker.queue ? { queue: timed(worker.queue) } : {}),
  ...(worker.scheduled ? { scheduled: timed(worker.scheduled) } : {}),
}
`

/** Returns the options that start a runtime with the test's clock. */
export function clockFronts(): Pick<RuntimeOptions, "entry" | "pressEntry" | "beside"> {
  const script = `import { WorkerEntrypoint } from "cloudflare:workers"
let shiftMs = ${shiftMs}
export default class Clock extends WorkerEntrypoint {
  shift() { return shiftMs }
  set(ms) { shiftMs = ms }
}`
  return { entry, pressEntry: entry, beside: { name: "CLOCK", script } }
}

/** Sets the clock, also that of a runtime if one runs. */
export async function setClock(nowMs: number, origin: string | null): Promise<void> {
  shiftMs = nowMs - RealDate.now()
  globalThis.Date = ShiftedDate as unknown as DateConstructor
  if (origin === null) return
  const reply = await fetch(`${origin}/__clock`, {
    method: "POST",
    headers: { connection: "close" },
    body: String(shiftMs),
  })
  if (reply.status !== 204) throw new Error(`the clock was not set: ${reply.status}`)
}

/** Sets the test's own clock back to the machine's. */
export function restoreClock(): void {
  shiftMs = 0
  globalThis.Date = RealDate
}
