import type { Page, Route } from "playwright-core"
import { makeId } from "../contract/id.ts"
import type { Operations, Trouble } from "../contract/operations/operations.ts"

/** The print that stands still in `troubled`. */
export const STUCK_ID = makeId(0, new Uint8Array(10))

const LONG = "Anniversary edition of the night market with moths, moons and every name on it"

/** Answers with the operations page of a shop in which everything goes wrong at once, under long names. */
export function troubled(page: Page): Promise<unknown> {
  return page.route("**/api/operations", async (route: Route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Operations }
    await route.fulfill({ response, json: { data: { ...data, ...wrong(Date.parse(data.at)) } } })
  })
}

function wrong(nowMs: number): Omit<Operations, "at" | "measuredAt"> {
  const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
  const maya = { _id: makeId(1, new Uint8Array(10)), name: "Maya Seller" }
  const long = { _id: makeId(2, new Uint8Array(10)), name: LONG }
  const trouble = (kind: Trouble["kind"], i: number, more: Partial<Trouble>): Trouble => ({
    kind,
    _id: makeId(i, new Uint8Array(10)),
    person: maya,
    thing: { _id: makeId(i, new Uint8Array(10)), name: "Print of 23 Nov" },
    state: "rendering",
    why: "",
    since: ago(17),
    nextAt: new Date(nowMs + 9 * 60_000).toISOString(),
    decisions: ["retry", "give-up"],
    ...more,
  })
  return {
    troubles: [
      trouble("print", 0, {}),
      trouble("print", 3, {
        state: "failed",
        why: '"luna-moth.svg" could not be printed. Its file is missing. Upload it again.',
        thing: long,
        person: long,
        decisions: [],
        nextAt: null,
      }),
      trouble("print-mail", 4, { why: "E_SENDER_NOT_VERIFIED", decisions: ["retry"], state: "completed" }),
      trouble("payment", 5, {
        thing: { ...long, name: "$80.00" },
        why: "PAYEE_ACCOUNT_RESTRICTED",
        state: "Pending",
      }),
      trouble("shop", 6, {
        thing: { ...long, name: "Night Market" },
        state: "failed",
        why: "Etsy did not answer as expected. The orders read so far are kept.",
        decisions: ["retry"],
      }),
      trouble("image", 7, { thing: { ...long, name: `${LONG}.svg` }, state: "Ingesting" }),
    ],
    waiting: [
      { kind: "images", count: 1, since: ago(17), isLate: true },
      { kind: "prints", count: 12, since: ago(2), isLate: false },
      { kind: "payments", count: 0, since: null, isLate: false },
      { kind: "mails", count: 3, since: ago(61), isLate: true },
      { kind: "checks", count: 0, since: null, isLate: false },
      { kind: "syncs", count: 2, since: ago(1), isLate: false },
      { kind: "accounts", count: 0, since: null, isLate: false },
      { kind: "objects", count: 1204, since: ago(3), isLate: false },
    ],
    triggers: [
      {
        cron: "* * * * *",
        ranAt: ago(1),
        isLate: false,
        sweeps: 13,
        failures: [{ sweep: "payments", since: ago(4), text: "failed query: (D1 DB is overloaded)" }],
      },
      { cron: "17 3 * * *", ranAt: ago(2000), isLate: true, sweeps: 5, failures: [] },
    ],
    vendorErrors: [
      {
        vendor: "Etsy",
        code: "status-503",
        count: 41,
        lastAt: ago(2),
        text: "answered 503",
        requestId: "0f9b2c1e-6c39-4a3e-9a51-0d6b7c4b8a11",
      },
      { vendor: "Mail", code: "E_SENDER_NOT_VERIFIED", count: 3, lastAt: ago(61), text: "", requestId: null },
    ],
    days: Array.from({ length: 26 }, (_, i) => ({
      date: new Date(nowMs - (25 - i) * 86_400_000).toISOString().slice(0, 10),
      signUps: (i * 7) % 11,
      storedBytes: ((i * 13) % 17) * 180_000_000,
      filmIn: ((i * 5) % 9) * 412.5,
    })),
    databases: [{ name: "DB", bytes: 4_210_000_000 }],
    largest: {
      storage: [
        { person: long, bytes: 3_400_000_000 },
        { person: maya, bytes: 120_000_000 },
      ],
      film: [
        { person: maya, filmIn: 21_410 },
        { person: long, filmIn: 83.7 },
      ],
    },
  }
}
