/**
 * Returns the steps of SQLite's plan that read a table or an index from end to end. Rows that the
 * statement makes itself do not count: JSON parameters, constants, subqueries and WITH.
 */
export function fullScansOf(steps: readonly string[]): string[] {
  const made = new Set(steps.flatMap((step) => /^(?:MATERIALIZE|CO-ROUTINE) (\S+)/.exec(step)?.[1] ?? []))
  return steps.filter((step) => {
    const scanned = /^SCAN (\S+)/.exec(step)?.[1]
    return (
      scanned !== undefined &&
      !made.has(scanned) &&
      // A JSON parameter or column, by whatever name: the schema has no virtual tables.
      !/ VIRTUAL TABLE INDEX /.test(step) &&
      !/^(json_each|\(subquery-\d+\)|subquery|CONSTANT)$/i.test(scanned)
    )
  })
}

/** The tables in which an account has more rows with each day that it works. */
const growing = [
  "order",
  "order_item",
  "print",
  "image",
  "shipment",
  "attempt",
  "printed_film",
  "notification",
]

/** The query for the indexes that have all rows of those tables. */
export const growingIndexes = `SELECT name FROM sqlite_master WHERE type = 'index'
  AND tbl_name IN (${growing.map((table) => `'${table}'`).join()}) AND sql NOT LIKE '% WHERE %'`

/**
 * Returns the steps of SQLite's plan that name nothing but the account in such an index, and so may read all
 * of its rows. A page along the index ends before that if its filters find enough, which no plan says.
 */
export function accountReadsOf(steps: readonly string[], indexes: ReadonlySet<string>): string[] {
  return steps.filter((step) => {
    const [, index] = /^SEARCH .* INDEX (\S+) \(user_id=\?\)$/.exec(step) ?? []
    return index !== undefined && indexes.has(index)
  })
}
