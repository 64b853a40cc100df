/** How a table is sorted: one column at a time, or by nothing ("" lets the server choose). */
export type TableSort = { by: string; direction: "asc" | "desc" }

/** A click on a column's head: ascending, then descending, then not at all; another column starts over. */
export function nextSort(current: TableSort, column: string): TableSort {
  if (current.by !== column) return { by: column, direction: "asc" }
  return current.direction === "asc" ? { by: column, direction: "desc" } : { by: "", direction: "asc" }
}
