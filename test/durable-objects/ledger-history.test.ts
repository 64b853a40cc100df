import { expect, test } from "vitest"
import { type PlantedBug, startHubRuntime } from "../../harness/hub/hub-runtime.ts"
import { playHistories } from "../../harness/hub/ledger-history.ts"

const HISTORIES = 500
/** A planted bug that so many histories miss would be one that the test cannot see. */
const ENOUGH_FOR_A_BUG = 60

test(`${HISTORIES} random histories get every reply, statement and mirror as the model says`, async () => {
  const runtime = await startHubRuntime()
  expect(await playHistories(runtime, 1, HISTORIES)).toBeNull()
  await runtime.dispose()
})

const inLedger = (find: string, replace: string) => ({ file: "ledger.ts", find, replace })
const inHub = (find: string, replace: string) => ({ file: "user-hub.ts", find, replace })
const inClaims = (find: string, replace: string) => ({ file: "claims.ts", find, replace })
const inTables = (find: string, replace: string) => ({ file: "migrations.ts", find, replace })

const tooFew =
  'if (request.kind === "hold" && balance.available < request.credits) return refused("too-few", balance)'
const opens = "CREATE UNIQUE INDEX entry_opens"
const opened =
  "return written({ id: request.id, kind: request.kind, credits: request.credits, note: request.note }, after)"
const enters = 'return this.#enter(userId, { kind: "hold", ...entry })'

const bugs: PlantedBug[] = [
  {
    name: "a release that answers but is lost",
    edits: [inHub("rows: row ? [row] : []", 'rows: row && request.kind !== "release" ? [row] : []')],
  },
  {
    name: "a release that frees nothing",
    edits: [inLedger('request.kind === "release" ? opened.credits : 0', "0")],
  },
  {
    name: "a grant that counts twice when retried",
    edits: [
      inLedger("if (opened) {", 'if (opened && request.kind !== "grant") {'),
      inTables(opens, "CREATE INDEX entry_opens"),
    ],
  },
  {
    name: "a change by what was seen that does not look",
    edits: [
      inLedger(
        'if (expected !== undefined && expected !== balance.available) return refused("moved", balance)',
        "",
      ),
    ],
  },
  {
    name: "a hold that is checked after the write",
    edits: [
      inLedger(tooFew, ""),
      inLedger(
        opened,
        `${opened.replace("return", "const decision =")}
         if (request.kind === "hold" && balance.available < request.credits) {
           return { ...refused("too-few", balance), row: decision.row }
         }
         return decision`,
      ),
    ],
  },
  {
    name: "a dispute that holds nothing of what is spent",
    edits: [
      inClaims('open("hold", held, -held, held)', 'open("hold", held, -Math.min(held, now.available), held)'),
    ],
  },
  {
    name: "a lost dispute that is taken beside its hold",
    edits: [inClaims("      takenNow = taken\n", "")],
  },
  {
    name: "a late answer that undoes a newer one",
    edits: [inClaims("if (state.isOutdated)", "if (false)")],
  },
  {
    name: "an overdraft by calls that arrive together",
    edits: [
      inHub(
        enters,
        `const { available } = readBalance(this.ctx.storage.sql)
         await scheduler.wait(1)
         return this.#enter(userId, { kind: "hold", ...entry, seen: available })`,
      ),
      inLedger(tooFew, tooFew.replace("balance.available", "(request.seen ?? balance.available)")),
    ],
  },
]

test.each(bugs)("the histories find $name", async (bug) => {
  const runtime = await startHubRuntime(bug)
  const difference = await playHistories(runtime, 1, ENOUGH_FOR_A_BUG)
  // An answer that differs, not a call that broke: the bug itself was seen.
  expect(JSON.parse(difference?.got ?? "null")).toHaveProperty("balance")
  await runtime.dispose()
})
