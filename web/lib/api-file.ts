import type { Route } from "../../contract/route.ts"
import { type Asked, apiHeaders, failureOf, pathOf, unreachable } from "./api.ts"

/** Makes a call that sends a body and returns a file; throws an ApiFailure as other calls do. */
export async function apiFile<const R extends Route>(route: R, asked: Asked<R>): Promise<Blob> {
  const { params, body }: { params?: Record<string, string>; query?: unknown; body?: unknown } = asked
  let response: Response
  try {
    response = await fetch(`/api${pathOf(route, params)}`, {
      method: route.method,
      headers: { ...apiHeaders, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
    })
  } catch {
    throw unreachable()
  }
  if (response.ok) return response.blob()
  throw failureOf(response.status, await response.json().catch(() => null))
}
