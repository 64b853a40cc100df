import { unknown } from "../../contract/error.ts"
import type { OpenContext } from "../app-env.ts"

export type FileReply = {
  key: string
  /** Returns the part of the object that is the file; null: the object has no such part. Without it, it is the whole. */
  part?: (object: R2Object) => ByteRange | null
  /** The key of the whole file as versions before stored it, where there is no such object. */
  formerKey?: string
  contentType: string
  name: string
  isDownload: boolean
  cache: string
  /** True if it may be shown in pages of others, such as a mail's reader. */
  isEmbedded?: boolean
  /** The file's own content security policy, for types that could be pages. */
  policy?: string
  /** Creates the file if it is missing; it may still be missing afterwards. */
  make?(): Promise<unknown>
}

/** The request headers that can make the answer less than the whole file. */
const partial = ["range", "if-none-match", "if-modified-since"]

type ByteRange = { offset: number; length: number }

/**
 * Answers GET and HEAD with an R2 object: one byte range, ETag, Last-Modified and conditions (RFC
 * 9110). A plain GET is one call to R2; for ranges or conditions, a `head` call comes first.
 */
export async function sendFile(c: OpenContext, file: FileReply): Promise<Response> {
  const isWhole = c.req.method === "GET" && !partial.some((name) => c.req.header(name) !== undefined)
  let object = await find(c.env.FILES, file, isWhole)
  if (!object && file.formerKey) object = await find(c.env.FILES, { key: file.formerKey }, isWhole)
  if (!object && file.make) {
    await file.make()
    object = await find(c.env.FILES, file, isWhole)
  }
  if (!object) throw unknown("file")
  const { head, part } = object
  const headers = new Headers({
    "content-type": file.contentType,
    "content-disposition": disposition(file.name, file.isDownload),
    "cache-control": file.cache,
    "accept-ranges": "bytes",
    etag: head.httpEtag,
    "last-modified": head.uploaded.toUTCString(),
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": file.isEmbedded ? "cross-origin" : "same-origin",
    ...(file.policy ? { "content-security-policy": file.policy } : {}),
  })
  if (isFresh(c, head)) return new Response(null, { status: 304, headers })
  const partialRange = isRangeStillMeant(c, head) ? parseRange(c.req.header("range"), part.length) : null
  if (partialRange === "unsatisfiable") {
    headers.set("content-range", `bytes */${part.length}`)
    return new Response(null, { status: 416, headers })
  }
  const range = partialRange ?? { offset: 0, length: part.length }
  headers.set("content-length", String(range.length))
  if (partialRange) {
    headers.set("content-range", `bytes ${range.offset}-${range.offset + range.length - 1}/${part.length}`)
  }
  const status = partialRange ? 206 : 200
  if (c.req.method === "HEAD") return new Response(null, { status, headers })
  const isPart = range.length < head.size
  const inObject = { range: { offset: part.offset + range.offset, length: range.length } }
  const body = object.body ?? (await c.env.FILES.get(head.key, isPart ? inObject : {}))?.body
  if (!body) throw unknown("file")
  const { readable, writable } = new FixedLengthStream(range.length)
  // The pipe rejects if the reader goes away, which is fine.
  c.executionCtx.waitUntil(body.pipeTo(writable).catch(() => undefined))
  return new Response(readable, { status, headers })
}

/** Finds the object's metadata and the part that is the file, with its bytes if all of it is wanted. */
async function find(
  files: R2Bucket,
  { key, part: partOf }: Pick<FileReply, "key" | "part">,
  isWhole: boolean,
): Promise<{ head: R2Object; part: ByteRange; body: ReadableStream | null } | null> {
  const object = isWhole ? await files.get(key) : null
  const head = isWhole ? object : await files.head(key)
  if (!head) return null
  const part = partOf ? partOf(head) : { offset: 0, length: head.size }
  if (!part) return null
  if (!object || !partOf) return { head, part, body: object?.body ?? null }
  // Such an object is small: its parts are those of a piece's look.
  const bytes = (await object.bytes()).subarray(part.offset, part.offset + part.length)
  return { head, part, body: new Blob([bytes]).stream() }
}

function isFresh(c: OpenContext, head: R2Object): boolean {
  const tags = c.req.header("if-none-match")
  if (tags !== undefined)
    return tags.split(",").some((tag) => ["*", head.httpEtag].includes(tag.trim().replace(/^W\//, "")))
  const since = Date.parse(c.req.header("if-modified-since") ?? "")
  return !Number.isNaN(since) && Math.floor(head.uploaded.getTime() / 1000) * 1000 <= since
}

/** Returns true if the range is still wanted: If-Range asks for it only if the file is still the same. */
function isRangeStillMeant(c: OpenContext, head: R2Object): boolean {
  const condition = c.req.header("if-range")
  return condition === undefined || condition === head.httpEtag || condition === head.uploaded.toUTCString()
}

/** Reads one range. Several, or anything else, get the whole file, as RFC 9110 allows. */
function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/)
  if (!match || (match[1] === "" && match[2] === "")) return null
  const [first, last] = [match[1], match[2]].map((text) => (text === "" ? null : Number(text)))
  if (first === null) {
    const length = Math.min(size, last ?? 0)
    return length === 0 ? "unsatisfiable" : { offset: size - length, length }
  }
  if (last !== null && last < first) return null
  if (first >= size) return "unsatisfiable"
  return { offset: first, length: Math.min(size - 1, last ?? size - 1) - first + 1 }
}

/** Returns the header for a name that people chose: plain ASCII for old clients, and in RFC 8187 form. */
export function disposition(name: string, isDownload: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, "_")
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDownload ? "attachment" : "inline"}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
