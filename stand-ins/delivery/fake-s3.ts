import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { type Context, Hono } from "hono"
import { ReceivedFiles } from "./received-files.ts"

/** One bucket of a storage that speaks S3, its name in the path. */
export const s3Account = {
  accessKeyId: "STANDINKEY0000000000",
  secretAccessKey: "stand-in-s3-secret-key",
  region: "eu-test-1",
  bucket: "prints",
}
/** A signature is good for fifteen minutes. */
const SKEW_MS = 15 * 60_000

/**
 * Serves PUT, HEAD and DELETE of objects, with signatures as docs.aws.amazon.com/AmazonS3/latest/API/
 * sig-v4-header-based-auth.html computes them.
 */
export function s3() {
  const files = new ReceivedFiles()
  const app = new Hono()

  app.put("/s3/*", async (c) => {
    const refusal = judge(c)
    if (refusal) return refusal
    const length = c.req.header("content-length")
    if (!length) return problem(c, 411, "MissingContentLength")
    const content = new Uint8Array(await c.req.arrayBuffer())
    if (content.length !== Number(length)) return problem(c, 400, "IncompleteBody")
    files.put(keyOf(c), content, c.req.header("content-type") ?? "")
    return c.body(null, 200, { etag: `"${createHash("md5").update(content).digest("hex")}"` })
  })

  // Hono answers HEAD by GET, without the body.
  app.get("/s3/*", (c) => {
    const refusal = judge(c)
    if (refusal) return refusal
    const file = files.list().find(({ path }) => path === keyOf(c))
    if (!file) return problem(c, 404, "NoSuchKey")
    return c.body(null, 200, { "content-length": `${file.bytes}` })
  })

  app.delete("/s3/*", (c) => {
    const refusal = judge(c)
    if (refusal) return refusal
    files.remove(keyOf(c))
    return c.body(null, 204)
  })

  return { app, state: () => ({ files: files.list() }) }
}

/** Returns the error answer to a call that is not signed correctly; null for one that is. */
function judge(c: Context): Response | null {
  const header = c.req.header("authorization") ?? ""
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    header,
  )
  if (!parts) return problem(c, 403, "AccessDenied")
  const [, credential, signedHeaders, signature] = parts
  const [keyId, day, region, service, end] = credential.split("/")
  if (keyId !== s3Account.accessKeyId) return problem(c, 403, "InvalidAccessKeyId")
  if (region !== s3Account.region || service !== "s3" || end !== "aws4_request")
    return problem(c, 400, "AuthorizationHeaderMalformed")
  const time = c.req.header("x-amz-date") ?? ""
  if (!time.startsWith(day) || Math.abs(Date.now() - timeOf(time)) > SKEW_MS)
    return problem(c, 403, "RequestTimeTooSkewed")
  const names = signedHeaders.split(";")
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.includes(name)))
    return problem(c, 403, "AccessDenied")
  const { pathname, search } = new URL(c.req.url)
  const request = [
    c.req.method,
    canonicalPath(pathname),
    search.slice(1),
    ...names.map((name) => `${name}:${(c.req.header(name) ?? "").trim().replace(/\s+/g, " ")}`),
    "",
    signedHeaders,
    c.req.header("x-amz-content-sha256"),
  ].join("\n")
  const scope = [day, region, service, end].join("/")
  const toSign = ["AWS4-HMAC-SHA256", time, scope, createHash("sha256").update(request).digest("hex")].join(
    "\n",
  )
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${s3Account.secretAccessKey}`)
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex")))
    return problem(c, 403, "SignatureDoesNotMatch")
  return pathname.split("/")[2] === s3Account.bucket ? null : problem(c, 404, "NoSuchBucket")
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest()
}

/** Encodes each name of the path once, as RFC 3986 requires. */
function canonicalPath(pathname: string): string {
  const encode = (name: string) =>
    encodeURIComponent(decodeURIComponent(name)).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  return pathname.split("/").map(encode).join("/")
}

function keyOf(c: Context): string {
  return decodeURIComponent(new URL(c.req.url).pathname).replace(/^\/s3\/[^/]+\//, "")
}

/** `20261123T120000Z` */
function timeOf(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))
}

function problem(c: Context, status: 400 | 403 | 404 | 411, code: string): Response {
  return c.body(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, status, {
    "content-type": "application/xml",
  })
}
