import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { getTableName } from "drizzle-orm"
import { expect, test } from "vitest"
import { root } from "../../local/bundle.ts"
import { ownedTables } from "../../worker/data/accounts/owned-rows.ts"

/** An id, a row that has one, or a type of the schema's that is built of them. */
const ofOneThing =
  /\bId\b|\w+Row\b(?!\[")|\bKeptAt\b|\b(Row|Insert)\b|New(Endpoint|Undo|Payment|Attempt|Writing|Notification|Token|Variants)\b|\b(ArrivedUpload|Chosen|Shop|SyncRun|RunLease|JobLease|EndpointLease|DeliveryLease|ArrivedCall|CallRun|EmailChange|MailboxOwner|Version|SessionKey|Change|ArchiveKey)\b|Pick<User\b/
/** The functions that make parts of other statements: they get SQL or the statements themselves. */
const ofStatement = /\bSQL\b|\bNamed\b/

/** Queries of `worker/data/` and `worker/work/`; `across` are those whose parameters name nothing of one account. */
function listQueries(): { directory: string[]; all: string[]; across: string[] } {
  const files = ["data", "work"].flatMap((room) =>
    readdirSync(join(root, "worker", room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(root, "worker", room, name)),
  )
  const directory: string[] = []
  const all: string[] = []
  const across: string[] = []
  for (const file of files) {
    const source = readFileSync(file, "utf8")
    for (const result of source.matchAll(
      /^export (?:async )?function (\w+)(?:<[^(]*>)?\(\s*(?:db: (Database|Directory|AnyDatabase)|read: Reader)\b,?/gm,
    )) {
      const more = source.slice(result.index + result[0].length, endOfParameters(source, result))
      if (ofStatement.test(more) || basename(file) === "reader.ts") continue
      // The type keeps these from a database of accounts.
      if (result[2] === "Directory") {
        directory.push(result[1])
        continue
      }
      all.push(result[1])
      if (!ofOneThing.test(more)) across.push(result[1])
    }
  }
  return { directory, all, across }
}

function endOfParameters(source: string, result: RegExpMatchArray): number {
  let depth = 1
  let at = (result.index ?? 0) + result[0].length
  for (; depth > 0; at++) depth += Number(source[at] === "(") - Number(source[at] === ")")
  return at - 1
}

test("the page about scale names every query that reads across accounts", () => {
  const page = readFileSync(join(root, "docs", "scale.md"), "utf8")
  const { directory, all, across } = listQueries()
  const table = page.slice(page.indexOf("## The queries")).split("\n\n")[2]
  const named = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect([...new Set(named)]).toEqual(named)
  expect(across.filter((name) => !named.includes(name))).toEqual([])
  expect(named.filter((name) => !across.includes(name))).toEqual([])
  const counts =
    page.match(
      /Of (\d+) queries .*? (\d+) are the directory's and (\d+) .*? (\d+) are given .*? (\d+) an id/s,
    ) ?? []
  expect(counts.slice(1).map(Number)).toEqual([
    directory.length + all.length,
    directory.length,
    all.length,
    across.length,
    all.length - across.length,
  ])
})

test("a move takes every table with rows of accounts along", () => {
  const ofAll = [
    "user",
    "mailbox",
    "imported_balance",
    "account_name",
    "account_token",
    "access_token",
    "oauth_record",
    "member",
    "email_change",
    "spent_pass",
    "rate_count",
  ]
  // Triggers make it of prints.
  const ofTriggers = ["archived_print_part"]
  const ofPlaces = ["audit_entry", "vendor_error", "doomed_object", "sweep_cursor"]
  const tables = readdirSync(join(root, "worker", "data"), { recursive: true, encoding: "utf8" })
    .filter((name) => basename(name) === "tables.ts")
    .flatMap((name) => [
      ...readFileSync(join(root, "worker", "data", name), "utf8").matchAll(/sqliteTable\(\s*"(\w+)"/g),
    ])
  const moved = ownedTables.map(({ table }) => getTableName(table))
  expect([...moved, ...ofAll, ...ofTriggers, ...ofPlaces].sort()).toEqual(
    tables.map(([, name]) => name).sort(),
  )
})
