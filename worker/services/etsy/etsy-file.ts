import { ApiError } from "../../../contract/error.ts"
import { MAX_UPLOAD_BYTES, MIB } from "../../../contract/limit.ts"
import type { Settings } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { isBuyerFile } from "./etsy-answers.ts"

/** The time from the first byte asked for to the last one read. */
const MAX_MS = 60_000
/** The place where Etsy keeps pictures; the setting says from where they are fetched. */
const PICTURES = "https://i.etsystatic.com"

/**
 * Opens a file that a buyer uploaded: from Etsy's hosts alone, by https, wherever else the address or
 * an answer may lead. Throws an ApiError in words; reading the body throws a TimeoutError if it is late.
 */
export async function openBuyerFile(
  address: string,
  { ETSY_IMAGE_ORIGIN }: Pick<Settings, "ETSY_IMAGE_ORIGIN">,
): Promise<{ body: ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>; mostBytes: number }> {
  if (!isBuyerFile(address))
    throw new ApiError(
      "unprocessable",
      "This file is not at Etsy, so we do not fetch it. Open the link instead.",
    )
  const { origin, pathname, search } = new URL(address)
  const url = new URL(pathname + search, origin === PICTURES ? ETSY_IMAGE_ORIGIN : origin)
  const reply = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(MAX_MS) }).catch(
    (error) => {
      logWarning("buyer's file not fetched", { host: url.host, error })
      throw new ApiError("vendor-unavailable", "Etsy did not answer with the file. Please try again.")
    },
  )
  const length = Number(reply.headers.get("content-length") ?? Number.NaN)
  const problem = problemOf(reply, length)
  if (problem === null && reply.body) {
    const mostBytes = Number.isFinite(length) ? length : Number.POSITIVE_INFINITY
    return { body: reply.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>, mostBytes }
  }
  await reply.body?.cancel()
  logWarning("buyer's file not fetched", { host: url.host, status: reply.status })
  throw problem ?? new ApiError("vendor-unavailable", "Etsy answered with an empty file. Please try again.")
}

function problemOf({ status, ok }: Response, length: number): ApiError | null {
  if (status >= 300 && status < 400)
    return new ApiError(
      "unprocessable",
      "Etsy redirects this file to another site. Open the link and upload the file yourself.",
    )
  if (status >= 500 || status === 429)
    return new ApiError("vendor-unavailable", "Etsy cannot send the file right now. Please try again.")
  if (!ok)
    return new ApiError(
      "unprocessable",
      `Etsy does not hand out this file (${status}). Sync the store to get a new link, or ask the buyer for the file.`,
    )
  if (length > MAX_UPLOAD_BYTES)
    return new ApiError("too-large", `The buyer's file is larger than ${MAX_UPLOAD_BYTES / MIB} MB.`)
  return null
}
