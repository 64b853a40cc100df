/**
 * Splits a list into slices that have at most so many rows together; a member with more rows is a slice
 * of its own.
 */
export function rowSlices<T>(list: readonly T[], most: number, rowsOf: (one: T) => number): T[][] {
  const slices: T[][] = []
  let rows = most
  for (const member of list) {
    const more = rowsOf(member)
    if (rows + more > most) {
      slices.push([])
      rows = 0
    }
    slices[slices.length - 1].push(member)
    rows += more
  }
  return slices
}
