/** All turns grouped by one side: those of side s are `turns[start[s]]` up to `turns[start[s + 1]]`. */
export type TurnBuckets = { start: Int32Array; turns: Int32Array }

/**
 * Sorts turns by a side of at most `maxSide`. Turns that are not allowed have side 0 and are left
 * out.
 */
export function bucketTurns(side: Int32Array, maxSide: number): TurnBuckets {
  const start = new Int32Array(maxSide + 2)
  for (const length of side) if (length > 0) start[length + 1]++
  for (let i = 1; i < start.length; i++) start[i] += start[i - 1]
  const fill = start.slice()
  const turns = new Int32Array(side.length)
  side.forEach((length, turn) => {
    if (length > 0) turns[fill[length]++] = turn
  })
  return { start, turns }
}
