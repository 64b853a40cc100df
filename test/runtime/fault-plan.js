// What both faulty Workers (faulty-worker.js) ask before each of their calls. Takes the test's orders
// by fetch.
import { WorkerEntrypoint } from "cloudflare:workers"

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

/** Notes that the plan's call has come, and answers what is to be thrown. */
function hit(where) {
  plan.hit = where
  plan.isDead = plan.how === "dead"
  return `${plan.words}planned: ${where}`
}

/**
 * `only`: every call whose name begins so fails, whatever its number. Otherwise `once`: the call of
 * the number alone fails, as when a vendor hiccups; `dead`: nothing works any more, as when the
 * Workers stopped. `words` is what the call says of it.
 */
export default class FaultPlan extends WorkerEntrypoint {
  /** Whether this call fails, and with which words: before it is made, or after. */
  async before(name) {
    const fine = { error: null, failsAfter: false }
    if (hold && name.startsWith(hold)) {
      held += 1
      // By looking again: another request cannot settle a promise of this one.
      while (hold && name.startsWith(hold)) await scheduler.wait(LOOK_AGAIN_MS)
      held -= 1
    }
    if (!plan.isArmed) return fine
    if (plan.isDead) return { ...fine, error: `planned: stopped, no ${name}` }
    if (plan.only && name.startsWith(plan.only)) return { ...fine, error: hit(`before ${name}`) }
    plan.calls.push(name)
    if (plan.calls.length !== plan.at) return fine
    return plan.when === "before"
      ? { ...fine, error: hit(`before ${name}`) }
      : { ...fine, failsAfter: plan.when === "after" }
  }

  hitAfter(name) {
    return hit(`after ${name}`)
  }

  keep(messages) {
    queued.push(...messages)
  }

  isIngestKept() {
    return isIngestKept
  }

  noteUnbounded(address) {
    unbounded.push(address)
  }

  async fetch(request) {
    const order = await request.json()
    const before = { ...plan, queued, unbounded, held }
    if (order.hold !== undefined) hold = order.hold
    if (order.keepIngest !== undefined) isIngestKept = order.keepIngest
    if (order.plan) plan = { ...idle(), isArmed: true, ...order.plan }
    if (order.disarm) plan = idle()
    if (order.takeQueued) queued = []
    if (order.requeue) queued = [...queued, order.requeue]
    return Response.json(before)
  }
}
