import type { Hono } from "hono"
import { site } from "../../contract/api/site-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { OpenAppEnv } from "../app-env.ts"
import { openApiDocument } from "../openapi.ts"

/** The cache of the document, which only a deployment changes. */
const CACHE = "public, max-age=300"

/** Serves the description of `app`'s routes; made at the first request and kept. */
export function openApiRoutes(app: Hono<OpenAppEnv>): ApiRoutes {
  let text: Promise<string> | undefined
  return new ApiRoutes().serve(site.openapi, async (c) => {
    text ??= openApiDocument(app).then((document) => JSON.stringify(document))
    return c.body(await text, 200, { "content-type": "application/json", "cache-control": CACHE })
  })
}
