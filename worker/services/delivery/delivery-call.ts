import { MINUTE_MS } from "../../../contract/duration.ts"
import { errorText, logWarning } from "../../log.ts"
import { DeliveryError } from "./delivery-error.ts"

/** A file to send; its body is read once. */
export type OutgoingFile = {
  name: string
  bytes: number
  mediaType: string
  body: ReadableStream<Uint8Array>
}

/** The arrival of a file according to the server's answer, which may be nothing that can be relied on. */
export type Arrival = "arrived" | "unsure"

/** The time of a call without a file, which is answered within seconds. */
const CALL_MS = 20_000
/** The speed of a slow line; a call over a slower one would never end. */
const SLOWEST_BYTES_PER_S = 128 * 1024
/** The longest call; a queue message may run for fifteen minutes. */
const LONGEST_MS = 12 * MINUTE_MS

/** Returns how long a call with a body of so many bytes may take. */
export function callTimeMs(bytes: number): number {
  return Math.min(LONGEST_MS, CALL_MS + (bytes / SLOWEST_BYTES_PER_S) * 1000)
}

/** A body of known length, in parts. */
type Outgoing = { bytes: number; parts: readonly (Uint8Array | ReadableStream<Uint8Array>)[] }

/**
 * Makes a call to a seller's address. A body is sent with its length and never held. Redirects are
 * returned as they are, because they could lead anywhere. Throws a DeliveryError that may pass if
 * nothing answers in time.
 */
export async function callOutside(
  url: URL,
  { method, headers, body }: { method: string; headers?: HeadersInit; body?: Outgoing },
): Promise<Response> {
  const timeMs = callTimeMs(body?.bytes ?? 0)
  const fixed = body && new FixedLengthStream(body.bytes)
  // If the server answers early, the rest of the file is dropped; the answer says why.
  if (body && fixed) pour(body.parts, fixed.writable).catch(() => undefined)
  const all = new Headers(headers)
  all.set("user-agent", "Sheetsmith")
  try {
    return await fetch(url, {
      method,
      headers: all,
      ...(fixed ? { body: fixed.readable } : {}),
      redirect: "manual",
      signal: AbortSignal.timeout(timeMs),
    })
  } catch (error) {
    logWarning("delivery not answered", { host: url.host, method, error })
    const isLate = error instanceof DOMException && error.name === "TimeoutError"
    const words = isLate ? "The server did not answer in time." : "The server did not answer."
    throw new DeliveryError(words, true)
  }
}

async function pour(parts: Outgoing["parts"], into: WritableStream<Uint8Array>): Promise<void> {
  for (const part of parts) {
    if (part instanceof ReadableStream) await part.pipeTo(into, { preventClose: true })
    else {
      const writer = into.getWriter()
      await writer.write(part)
      writer.releaseLock()
    }
  }
  await into.close()
}

/** Cancels an answer whose body nobody wants. */
export async function dismiss(response: Response): Promise<void> {
  try {
    await response.body?.cancel()
  } catch (error) {
    // The connection is lost; the answer was complete enough.
    logWarning("answer not dismissed", { text: errorText(error) })
  }
}

/** The bytes up to which an answer is read: error documents are short. */
const MAX_READ_BYTES = 4_096

/** Reads the beginning of an answer, and cancels the rest. */
export async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= MAX_READ_BYTES) break
  }
  return text
}

/** Returns true if an answer is a page for people, as a portal in front of a server sends with any status. */
export function isPage(response: Response): boolean {
  return /^(text\/html|application\/xhtml)/i.test(response.headers.get("content-type") ?? "")
}

/** Returns the path below a folder's address, each name encoded; a slash stays one. */
export function urlBelow(base: string, names: readonly string[], isFolder = false): URL {
  const url = new URL(base)
  const path = names.map((name) => encodeURIComponent(name)).join("/")
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}${isFolder && path !== "" ? "/" : ""}`
  return url
}
