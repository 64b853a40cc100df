/** Returns the ids from one to the other, both included; only the second if the first is not among them. */
export function idsBetween(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const end = ids.indexOf(to)
  const start = from === null ? -1 : ids.indexOf(from)
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
