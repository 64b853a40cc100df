/** A selection after Shift: everything between the last picked one and this one, in the order of the page. */
export function toggleRange(
  picked: ReadonlySet<string>,
  order: readonly string[],
  from: string | null,
  to: string,
): Set<string> {
  const next = new Set(picked)
  const start = from === null ? -1 : order.indexOf(from)
  const end = order.indexOf(to)
  if (end < 0) return next
  if (start < 0) return next.add(to)
  for (const id of order.slice(Math.min(start, end), Math.max(start, end) + 1)) next.add(id)
  return next
}
