import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Account } from "./cloudflare-account.ts"
import { answer, CloudflareError, hexId, noteRead, readBody } from "./cloudflare-reply.ts"

const FILES_IN_BUCKET = 50
const SESSION_S = 3_600
const MAX_SESSIONS = 20

const manifestSchema = z.record(
  z.string().startsWith("/"),
  z.object({ hash: z.string().regex(/^[0-9a-f]{32}$/), size: z.number().int().min(0) }),
)
export type AssetManifest = z.infer<typeof manifestSchema>
type Session = { token: string; completion: string; manifest: AssetManifest; missing: Set<string> }

/**
 * Serves the upload of a Worker's static files: a manifest, the files that are not there yet, and a token
 * for the upload of the Worker (developers.cloudflare.com/workers/static-assets/direct-upload).
 */
export function assetUploads(accountOf: (c: Context) => Account) {
  const held = new Set<string>()
  let sessions: Session[] = []
  const forScript = new Hono()
  const forFiles = new Hono()

  forScript.post("/", async (c) => {
    accountOf(c)
    noteRead(c)
    const { manifest } = await readBody(c, z.object({ manifest: manifestSchema }), 10021)
    const missing = new Set(
      Object.values(manifest)
        .map(({ hash }) => hash)
        .filter((hash) => !held.has(hash)),
    )
    const session = { token: uploadToken(), completion: uploadToken(), manifest, missing }
    sessions = [...sessions, session].slice(-MAX_SESSIONS)
    const hashes = [...missing]
    const buckets = Array.from({ length: Math.ceil(hashes.length / FILES_IN_BUCKET) }, (_, i) =>
      hashes.slice(i * FILES_IN_BUCKET, (i + 1) * FILES_IN_BUCKET),
    )
    return answer(c, { jwt: hashes.length > 0 ? session.token : session.completion, buckets })
  })

  forFiles.post("/", async (c) => {
    accountOf(c)
    const session = sessions.find(({ token }) => c.req.header("authorization") === `Bearer ${token}`)
    if (!session) throw new CloudflareError(401, 10013, "The upload token is unknown or has expired.")
    const sizes = new Map(Object.values(session.manifest).map(({ hash, size }) => [hash, size]))
    for (const [hash, file] of await c.req.raw.formData()) {
      const bytes = Buffer.from(typeof file === "string" ? file : await file.text(), "base64")
      if (sizes.get(hash) !== bytes.length)
        throw new CloudflareError(400, 10021, `The file ${hash} is not the one of the manifest.`)
      held.add(hash)
      session.missing.delete(hash)
    }
    return answer(c, session.missing.size > 0 ? {} : { jwt: session.completion })
  })

  /** The manifest that a finished upload stands for. */
  const finished = (token: string): AssetManifest => {
    const session = sessions.find(({ completion, missing }) => completion === token && missing.size === 0)
    if (session) return session.manifest
    throw new CloudflareError(400, 10021, "The asset upload is unknown, unfinished or has expired.")
  }
  return { forScript, forFiles, finished }
}

/** Makes a token whose payload clients may read: wrangler looks for the time at which it ends. */
function uploadToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const exp = Math.floor(Date.now() / 1000) + SESSION_S
  return [part({ alg: "none" }), part({ exp, session: hexId() }), "stand-in"].join(".")
}
