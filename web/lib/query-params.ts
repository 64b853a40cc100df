/** The address's query as the app sees it: text, or a list of texts if a key repeats. */
export type QueryParams = Record<string, string | string[] | undefined>

/** Keys that open modals or carry results belong to the page and are never sent to the server. */
const pageOnlyParts = ["edit", "delete", "add", "modal", "callback", "result"]

/** Returns the query's part for a list call, without page-only keys and empty values. */
export function serverParams(params: Record<string, unknown>): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {}
  for (const [key, value] of Object.entries(params)) {
    const lower = key.toLowerCase()
    if (pageOnlyParts.some((part) => lower.includes(part))) continue
    if (value === undefined || value === null || value === "") continue
    kept[key] = Array.isArray(value) ? value.map(String) : String(value)
  }
  return kept
}

/** Reads `?a=1&b=x&b=y` as `{ a: "1", b: ["x", "y"] }`; values stay text: `007` keeps its zeros. */
export function parseQuery(text: string): QueryParams {
  const params: QueryParams = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const known = params[key]
    params[key] = known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value]
  }
  return params
}

/** Writes a query, the inverse of `parseQuery`; nothing for undefined, null or an empty text. */
export function formatQuery(params: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") query.append(key, String(one))
    }
  }
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}
