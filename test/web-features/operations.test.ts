import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import type { Operations, Trouble } from "../../contract/operations/operations.ts"
import { looksOf } from "../../web/features/operations/looks.ts"
import { troubleWords } from "../../web/features/operations/trouble-words.ts"

const person = { _id: makeId(1), name: "Maya Seller" }

test("a trouble says where it stands: given up or still tried, asked to wait or standing still", () => {
  const words = (kind: Trouble["kind"], more: Partial<Trouble>) => {
    const { state, why } = troubleWords({
      kind,
      _id: makeId(2),
      person,
      thing: { _id: makeId(3), name: "Thing" },
      state: "",
      why: "",
      since: "2026-11-23T05:00:00.000Z",
      nextAt: null,
      decisions: ["retry", "give-up"],
      ...more,
    })
    return `${state}: ${why}`
  }
  expect(words("print", { state: "failed", why: "Too long.", decisions: [] })).toBe("Failed: Too long.")
  expect(words("print", { state: "holding" })).toBe("Stuck: Its credits are not reserved yet.")
  expect(words("print", { state: "completed" })).toMatch(/^Stuck: It has ended/)
  expect(words("print-mail", { why: "E_X" })).toBe(
    "E-mail waiting: The e-mail about it was not accepted: E_X",
  )
  expect(words("payment-mail", { why: "E_X", decisions: ["retry"] })).toMatch(/^Given up: .*E_X$/)
  expect(words("payment", { why: "dispute-open" })).toMatch(/^Disputed: .*answer there\.$/)
  expect(words("payment", { why: "INSTRUMENT_DECLINED" })).toBe(
    "Waiting: PayPal refused it: INSTRUMENT_DECLINED",
  )
  expect(words("shop", { state: "running" })).toBe("Stuck: Its sync is overdue.")
  expect(words("shop", { state: "running", why: "Etsy asks us to wait." })).toBe(
    "Waiting: Etsy asks us to wait.",
  )
  expect(words("shop", { state: "failed", why: "Down." })).toBe("Sync failing: Down.")
  expect(words("shipment", { state: "waiting" })).toBe("Waiting: Its marketplace has not been notified.")
  expect(words("shipment", { state: "waiting", why: "Etsy is down." })).toBe("Waiting: Etsy is down.")
  expect(words("run", {})).toMatch(/^Stuck: The autopilot has started/)
  expect(words("pieces", {})).toMatch(/^Stuck: Its texts were requested/)
})

test("whatever needs a look is in the one list that is counted, with the part of the page that shows it", () => {
  const at = "2026-11-23T05:00:00.000Z"
  const quiet = { kind: "images", count: 0, since: null, isLate: false } as const
  const operations: Operations = {
    at,
    troubles: [],
    waiting: [quiet, { kind: "mails", count: 3, since: at, isLate: true }],
    triggers: [
      { cron: "* * * * *", ranAt: at, isLate: false, sweeps: 20, failures: [] },
      {
        cron: "17 3 * * *",
        ranAt: at,
        isLate: false,
        sweeps: 4,
        failures: [{ sweep: "objects", since: at, text: "R2 is down" }],
      },
    ],
    vendorErrors: [{ vendor: "Etsy", code: "503", count: 2, lastAt: at, text: "Down", requestId: null }],
    days: [],
    databases: [],
    measuredAt: null,
    largest: { storage: [], film: [] },
  }
  expect(looksOf(operations)).toEqual([
    expect.objectContaining({ part: "waiting", group: "Queue", name: "E-mails to send" }),
    expect.objectContaining({ part: "waiting", group: "Sweeps", name: "Every night", why: "1 sweep fails" }),
    expect.objectContaining({ part: "vendors", group: "Etsy", name: "503" }),
  ])
  expect(looksOf({ ...operations, waiting: [quiet], triggers: [], vendorErrors: [] })).toEqual([])
})
