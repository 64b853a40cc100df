import type { OpenContext } from "../app-env.ts"
import { edgeSettingsOf, type OpenEdgeEnv } from "../env.ts"

/** A path with a file's ending, which is not a page. */
const LIKE_A_FILE = /^\/assets\/|\.[a-z0-9]+$/i

/**
 * Serves the page under every path that is not a file's. A missing file answers 404, never the
 * page: a browser or a cache would keep the page as the script it asked for.
 */
export async function servePage(c: OpenContext): Promise<Response> {
  const { method, headers, url } = c.req.raw
  if (!LIKE_A_FILE.test(c.req.path)) return pageWithContact(c)
  const asset = await c.env.ASSETS.fetch(url, { method, headers, redirect: "manual" })
  if (asset.status === 404) return c.text("Not found", 404, { "cache-control": "no-store" })
  // A copy, because a fetched reply's headers are immutable.
  return new Response(asset.body, asset)
}

/**
 * Returns the page, with the deployment's contact written into it. Its ETag also names the contact, so
 * that a browser's copy with another one is not taken for the same.
 */
async function pageWithContact(c: OpenContext): Promise<Response> {
  const { method, headers: asked, url } = c.req.raw
  const contact = contactOf(c.env)
  const mark = `;${encodeURIComponent(Object.values(contact).join(" "))}"`
  const headers = new Headers(asked)
  const known = asked.get("if-none-match") ?? ""
  headers.delete("if-none-match")
  if (known.includes(mark)) headers.set("if-none-match", known.replaceAll(mark, '"'))
  const asset = await c.env.ASSETS.fetch(new URL("/", url), { method, headers, redirect: "manual" })
  const page = new HTMLRewriter()
    .on("meta[name]", {
      element(meta) {
        const text = contact[meta.getAttribute("name") ?? ""]
        if (text !== undefined) meta.setAttribute("content", text)
      },
    })
    .transform(new Response(asset.body, asset))
  const tag = asset.headers.get("etag")
  if (tag !== null) page.headers.set("etag", tag.replace(/"$/, mark))
  // A link's address opens what it shows: no search engine and no other site may learn it.
  if (/^\/(share|proof)\//.test(c.req.path)) {
    page.headers.set("x-robots-tag", "noindex, nofollow")
    page.headers.set("referrer-policy", "no-referrer")
  }
  return page
}

/** Returns the contact by the names of the page's meta elements. */
function contactOf(env: OpenEdgeEnv): Record<string, string> {
  const { CONTACT_EMAIL, CONTACT_PHONE = "" } = edgeSettingsOf(env)
  return { "contact-email": CONTACT_EMAIL, "contact-phone": CONTACT_PHONE }
}
