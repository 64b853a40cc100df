import { Hono } from "hono"
import { ReceivedFiles } from "./received-files.ts"

/** A folder server by RFC 4918 that answers as Nextcloud does, with one account. */
export const webDavAccount = { user: "press", password: "stand-in-dav-password" }
/** The account's own folder; others have to be made below it. */
export const WEBDAV_FOLDER = "/dav/files/press"
const MAX_FOLDERS = 200

export function webDav() {
  const files = new ReceivedFiles()
  const folders = new Set([WEBDAV_FOLDER])
  const app = new Hono()

  app.use("/dav/*", async (c, next) => {
    const [scheme, credentials = ""] = (c.req.header("authorization") ?? "").split(" ")
    const given = Buffer.from(credentials, "base64").toString()
    if (scheme === "Basic" && given === `${webDavAccount.user}:${webDavAccount.password}`) return next()
    return c.text("Unauthorized", 401, { "www-authenticate": 'Basic realm="stand-in"' })
  })

  app.on("MKCOL", "/dav/*", (c) => {
    const path = pathOf(c.req.url)
    if (folders.has(path)) return c.body(null, 405)
    if (!folders.has(parentOf(path))) return c.body(null, 409)
    if (folders.size < MAX_FOLDERS) folders.add(path)
    return c.body(null, 201)
  })

  app.put("/dav/*", async (c) => {
    const path = pathOf(c.req.url)
    if (!c.req.header("content-length")) return c.text("Length required", 411)
    if (!folders.has(parentOf(path))) return c.body(null, 409)
    const content = new Uint8Array(await c.req.arrayBuffer())
    if (content.length !== Number(c.req.header("content-length"))) return c.text("Not all of it", 400)
    const { isNew } = files.put(path, content, c.req.header("content-type") ?? "")
    return c.body(null, isNew ? 201 : 204)
  })

  app.on("PROPFIND", "/dav/*", (c) => {
    const path = pathOf(c.req.url)
    const file = files.list().find((one) => one.path === path)
    if (!file) return c.body(null, 404)
    const href = new URL(c.req.url).pathname
    const prop = `<d:prop><d:getcontentlength>${file.bytes}</d:getcontentlength></d:prop>`
    const status = "<d:status>HTTP/1.1 200 OK</d:status>"
    return c.body(
      `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>${href}</d:href><d:propstat>${prop}${status}</d:propstat></d:response></d:multistatus>`,
      207,
      { "content-type": "application/xml; charset=utf-8" },
    )
  })

  app.delete("/dav/*", (c) => c.body(null, files.remove(pathOf(c.req.url)) ? 204 : 404))

  return { app, state: () => ({ folders: [...folders], files: files.list() }) }
}

function pathOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname).replace(/\/+$/, "")
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"))
}
