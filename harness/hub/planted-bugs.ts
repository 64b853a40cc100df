// Deliberate mistakes in the object's sources, which the random histories of the ledger must find.

/** Each `find` must stand exactly once in its file of durable-objects/, and is replaced. */
export type PlantedBug = { name: string; edits: { file: string; find: string; replace: string }[] }

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

export const plantedBugs: readonly PlantedBug[] = [
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
