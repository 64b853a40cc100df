import { site } from "../../contract/api/site-api.ts"
import { OPENAPI_ASSET } from "../../contract/route.ts"
import { ApiRoutes } from "../api-routes.ts"

/** The cache of the document, which only a deployment changes. */
const CACHE = "public, max-age=300"

/** Serves the description of all calls, which the build puts among the page's files (local/openapi.ts). */
export const openApiRoutes = new ApiRoutes().serve(site.openapi, async (c) => {
  const asset = await c.env.ASSETS.fetch(new URL(`/${OPENAPI_ASSET}`, c.req.url))
  if (!asset.ok) throw new Error(`the description of the calls is missing among the assets: ${asset.status}`)
  const headers = { "content-type": "application/json", "cache-control": CACHE }
  return new Response(asset.body, { headers })
})
