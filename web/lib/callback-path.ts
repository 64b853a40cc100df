/**
 * The path a closing modal may go on to: one of our own pages, as path, query and hash, or null. Anything that a
 * browser would read as another origin, and the API, is refused; the browser's own URL parser decides.
 */
export function ownPath(value: string, origin: string): string | null {
  if (!value.startsWith("/") || !URL.canParse(value, origin)) return null
  const url = new URL(value, origin)
  if (url.origin !== origin || url.username !== "" || url.pathname.startsWith("//")) return null
  if (url.pathname === "/api" || url.pathname.startsWith("/api/")) return null
  return url.pathname + url.search + url.hash
}
