import type { Context } from "hono"
import type { AppEnv } from "../app-env.ts"

/** A path with a file's ending is not a page. */
const LIKE_A_FILE = /^\/assets\/|\.[a-z0-9]+$/i

/**
 * Serves the page under every path that is not a file's. A missing file answers 404, never the
 * page: a browser or a cache would keep the page as the script it asked for.
 */
export async function servePage(c: Context<AppEnv>): Promise<Response> {
  const { method, headers, url } = c.req.raw
  const isFile = LIKE_A_FILE.test(c.req.path)
  const asset = await c.env.ASSETS.fetch(isFile ? url : new URL("/", url), {
    method,
    headers,
    redirect: "manual",
  })
  if (asset.status === 404) return c.text("Not found", 404, { "cache-control": "no-store" })
  // A copy, because a fetched reply's headers are immutable.
  return new Response(asset.body, asset)
}
