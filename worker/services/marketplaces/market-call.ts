/** Calls to marketplaces: limited in time and size, each failure a MarketError. */
import type { z } from "zod"
import { errorText } from "../../log.ts"
import { type MarketVendor, noted } from "./market-error.ts"

const TIMEOUT_MS = 20_000
/** A page of 50 orders with long descriptions is about 2 MiB; the limit protects the isolate. */
const MAX_BODY_BYTES = 16 * 1024 * 1024
/** The most bytes of a refusal, which is a sentence. */
const MAX_REFUSAL_BYTES = 64 * 1024

/** Makes a call and follows no redirect. Throws `unavailable`, marked as silent, without an answer. */
export async function send(
  vendor: MarketVendor,
  url: string,
  init: RequestInit,
  patienceMs = TIMEOUT_MS,
): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(patienceMs) })
  } catch (error) {
    const text = `no answer: ${errorText(error)}`
    throw noted(vendor, "unavailable", "no-answer", text, { isSilent: true })
  }
}

/** Reads the limited body as JSON; a cut-off or invalid one counts as no answer, one that does not end in time as silence. */
export async function readJson(vendor: MarketVendor, response: Response): Promise<unknown> {
  const unreadable = (error: unknown) => {
    const text = `the answer cannot be read: ${errorText(error).slice(0, 200)}`
    return noted(vendor, "unavailable", "unreadable", text, { isSilent: isTimeout(error) })
  }
  const text = await readText(response, MAX_BODY_BYTES).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (text === null)
    throw noted(vendor, "unavailable", "too-long", `the answer is longer than ${MAX_BODY_BYTES} bytes`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unreadable(error)
  }
}

/** Returns true for the error of an answer that has begun and does not end in the time that was given. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError"
}

/** Returns a refusal's body; null if it is no JSON, which its status explains well enough. */
export async function readRefusalBody(response: Response): Promise<unknown> {
  try {
    return JSON.parse((await readText(response, MAX_REFUSAL_BYTES)) ?? "null")
  } catch {
    return null
  }
}

/** Returns the body as the vendor documents it; throws `unavailable` if it is not. */
export function asDocumented<T extends z.ZodType>(
  vendor: MarketVendor,
  schema: T,
  body: unknown,
): z.output<T> {
  const result = schema.safeParse(body)
  if (!result.success) {
    const { path, message } = result.error.issues[0]
    const text = `the answer is not as documented: ${path.join(".")} ${message}`
    throw noted(vendor, "unavailable", "undocumented", text)
  }
  return result.data
}

/** Returns the text; null if the body is longer. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
