import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { fullScansOf } from "../../harness/full-scans.ts"

test("a page that a statement makes itself is no full scan; the table behind it is one, by whatever name", () => {
  const db = new DatabaseSync(":memory:")
  db.exec("CREATE TABLE print (id, user_id, name); CREATE INDEX print_user ON print (user_id, id)")
  const scansOf = (sql: string) =>
    fullScansOf(
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail)),
    )
  const page = (where: string, from = "print") =>
    `WITH page AS MATERIALIZED (SELECT ${from}.id FROM print AS ${from} WHERE ${where} LIMIT 9)
    SELECT * FROM page CROSS JOIN print ON print.user_id = 'u' AND print.id = page.id`
  expect(scansOf(page("print.user_id = 'u'"))).toEqual([])
  expect(scansOf(page("print.name = 'n'"))).toEqual(["SCAN print"])
  expect(scansOf(page("p.name = 'n'", "p"))).toEqual(["SCAN p"])
  expect(scansOf("SELECT value FROM json_each('[1]')")).toEqual([])
  expect(scansOf("SELECT count(*) FROM print")).toEqual(["SCAN print USING COVERING INDEX print_user"])
})
