// The plan that both faulty Workers (faulty-worker.js) ask before each of their calls. Takes the test's
// orders by fetch.
import { WorkerEntrypoint } from "cloudflare:workers"

/** @type {{isArmed: boolean, isDead: boolean, at: number, when: string, how: string, only: string, words: string, calls: string[], hit: string | null}} */
let plan = idle()
/** @type {{queue: string, body: unknown, delaySeconds?: number}[]} */
let queued = []
/** The prefix of calls that wait until they are released; `held` counts them. */
let hold = ""
let held = 0
const LOOK_AGAIN_MS = 20
/** True if images are read as they come; false if the test decides when. */
let isIngestKept = false
/** @type {string[]} Addresses asked without a limit of time. */
const unbounded = []

function idle() {
  const none = { isArmed: false, isDead: false, at: 0, when: "before", how: "once", only: "", words: "" }
  return { ...none, calls: [], hit: null }
}

/** Notes that the plan's call has come, and returns the error to throw. */
function hit(where) {
  plan.hit = where
  plan.isDead = plan.how === "dead"
  return `${plan.words}planned: ${where}`
}

/**
 * `only`: every call whose name begins with this fails, whatever its number. Otherwise `once`: only the
 * call of the number fails, as in a short outage of a vendor; `dead`: nothing works any more, as when
 * the Workers stopped. `words` is the error's message.
 */
export default class FaultPlan extends WorkerEntrypoint {
  /** Returns whether this call fails, and with which message: before it is made, or after. */
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
