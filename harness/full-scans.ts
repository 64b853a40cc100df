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
      !/^(json_each|\(subquery-\d+\)|subquery|CONSTANT)$/i.test(scanned)
    )
  })
}
