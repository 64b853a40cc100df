import type { Context } from "hono"
import type { AppEnv } from "../app-env.ts"

/** An address that ends like a file's is not one of the page's own. */
const LIKE_A_FILE = /^\/assets\/|\.[a-z0-9]+$/i

/**
 * The page, under every address that is not a file's. A file that is not there answers 404, never the page: a browser or
 * a cache would keep that as the script it asked for.
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
  // A copy, because the headers of what is fetched cannot be added to.
  return new Response(asset.body, asset)
}
