import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../../local/bundle.ts"

/** An id, a row that has one, or a type of the schema's that is built of them. */
const ofOneThing =
  /\bId\b|\w+Row\b(?!\[")|\bKeptAt\b|\b(Row|Insert)\b|New(Undo|Payment|Attempt|Writing|Notification|Token|Variants)\b|\b(ArrivedUpload|Chosen|Shop|SyncRun|RunLease|DeliveryLease|EmailChange|MailboxOwner|Version|SessionKey|Change|ArchiveKey)\b|Pick<User\b/
/** The functions that make parts of other statements: they get SQL or the statements themselves. */
const ofStatement = /\bSQL\b|\bNamed\b/

/** Queries of `worker/data/` and `worker/work/` whose parameters name nothing that belongs to one account. */
function listQueries(): { all: string[]; across: string[] } {
  const files = ["data", "work"].flatMap((room) =>
    readdirSync(join(root, "worker", room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(root, "worker", room, name)),
  )
  const all: string[] = []
  const across: string[] = []
  for (const file of files) {
    const source = readFileSync(file, "utf8")
    for (const result of source.matchAll(
      /^export (?:async )?function (\w+)(?:<[^(]*>)?\(\s*(?:db: Database|read: Reader)\b,?/gm,
    )) {
      const more = source.slice(result.index + result[0].length, endOfParameters(source, result))
      if (ofStatement.test(more) || basename(file) === "reader.ts") continue
      all.push(result[1])
      if (!ofOneThing.test(more)) across.push(result[1])
    }
  }
  return { all, across }
}

function endOfParameters(source: string, result: RegExpMatchArray): number {
  let depth = 1
  let at = (result.index ?? 0) + result[0].length
  for (; depth > 0; at++) depth += Number(source[at] === "(") - Number(source[at] === ")")
  return at - 1
}

test("the plan past one database names every query that reads across accounts", () => {
  const plan = readFileSync(join(root, "docs", "scale.md"), "utf8")
  const { all, across } = listQueries()
  const tables = plan.slice(plan.indexOf("## The queries that change"), plan.indexOf("## In which order"))
  const planned = [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect([...new Set(planned)]).toEqual(planned)
  expect(across.filter((name) => !planned.includes(name))).toEqual([])
  expect(planned.filter((name) => !all.includes(name))).toEqual([])
  const [, total, changing, staying] = plan.match(/Of (\d+) queries .*?, (\d+) change.*?(\d+) stay/s) ?? []
  expect([total, changing, staying].map(Number)).toEqual([
    all.length,
    planned.length,
    all.length - planned.length,
  ])
})
