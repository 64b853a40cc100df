import { Hono } from "hono"
import { z } from "zod"
import { drawBuyersFile } from "../etsy/buyers-file.ts"

/** `/__control`: the addresses that names lead to from now on. */
const orderSchema = z.object({
  vendor: z.literal("internet"),
  names: z.record(z.string(), z.array(z.string())),
})
const TYPES = { A: 1, AAAA: 28 } as const
const NO_SUCH_NAME = 3
/** The length that a file says it has, and has not. */
const HUGE_BYTES = 1024 ** 3
/** The bytes by which a file is known as a PNG of its size, and those sent at once. */
const PICTURE_HEAD_BYTES = 64
const CHUNK_BYTES = 64 * 1024
/** The bytes after which a file breaks off, or its server falls silent. */
const TORN_AFTER_BYTES = 64 * 1024
/** The last looks at files, newest last. */
const MAX_SEEN = 100

/** Returns a body that begins as a picture does, and goes on with nothing for so long; `end`: as it ends then. */
function zeros(
  bytes: number,
  end: "whole" | "torn" | "silent" = "whole",
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let rest = bytes
  return new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array(drawBuyersFile(1)).slice(0, PICTURE_HEAD_BYTES)),
    pull(stream) {
      if (rest > 0) {
        const chunk = new Uint8Array(Math.min(rest, CHUNK_BYTES))
        rest -= chunk.length
        return stream.enqueue(chunk)
      }
      if (end === "whole") return stream.close()
      if (end === "torn") return stream.error(new Error("torn on purpose"))
      return new Promise<void>(() => {})
    },
  })
}

/** What lies beyond: a resolver of names in DNS's JSON, and a site with pictures and bad roads to them. */
export function internet() {
  const app = new Hono()
  let names: Record<string, string[]> = {}
  let seen: string[] = []
  app.use("/artwork/*", async (c, next) => {
    seen = [...seen, c.req.path].slice(-MAX_SEEN)
    await next()
  })
  app.get("/dns-query", (c) => {
    const name = c.req.query("name") ?? ""
    const type = c.req.query("type") === "AAAA" ? "AAAA" : "A"
    const addresses = names[name]?.filter((address) => address.includes(":") === (type === "AAAA"))
    const Answer = addresses?.map((data) => ({ name, type: TYPES[type], TTL: 60, data }))
    return c.json({ Status: addresses ? 0 : NO_SUCH_NAME, Answer })
  })
  app.get("/artwork/to", (c) => c.redirect(c.req.query("url") ?? "/"))
  app.get("/artwork/round", (c) => c.redirect("/artwork/round"))
  app.get("/artwork/page", (c) => c.html("<!doctype html><title>Sign in</title>"))
  app.get("/artwork/huge", (c) => c.body("", 200, { "content-length": String(HUGE_BYTES) }))
  app.get("/artwork/endless.png", (c) => c.body(zeros(HUGE_BYTES)))
  app.get("/artwork/packed.png", (c) => {
    const packed = zeros(HUGE_BYTES).pipeThrough(new CompressionStream("gzip"))
    return c.body(packed, 200, { "content-encoding": "gzip" })
  })
  app.get("/artwork/torn.png", (c) => c.body(zeros(TORN_AFTER_BYTES, "torn")))
  app.get("/artwork/silent.png", (c) => c.body(zeros(TORN_AFTER_BYTES, "silent")))
  app.get("/artwork/:file", (c) => {
    const [, seed] = /^(\d+)\.png$/.exec(c.req.param("file")) ?? []
    if (seed === undefined) return c.text("There is no such picture", 404)
    return c.body(drawBuyersFile(Number(seed)), 200, { "content-type": "image/png" })
  })
  return {
    app,
    control(body: unknown) {
      names = { ...names, ...orderSchema.parse(body).names }
      return { names }
    },
    state: () => ({ names, seen }),
  }
}
