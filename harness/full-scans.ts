/**
 * Returns the steps of SQLite's plan that read a table or an index from end to end. What the statement
 * makes itself is none: JSON parameters, constant rows, subqueries, and what it calls by a name (WITH).
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
