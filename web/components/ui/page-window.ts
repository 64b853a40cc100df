/**
 * The page numbers a bar shows: all where there are 7 or fewer; 1 to 7 while the current page is 4 or lower; else the
 * current page and three on either side, as far as there are pages.
 */
export function pageWindow(page: number, totalPages: number): number[] {
  const first = totalPages <= 7 || page <= 4 ? 1 : page - 3
  const last = Math.min(totalPages, totalPages <= 7 || page <= 4 ? 7 : page + 3)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
