import { createHash } from "node:crypto"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { labelText } from "../../../contract/name.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { findUploadByRequest } from "../../data/artwork/image-progress.ts"
import { databaseOf } from "../../data/database.ts"
import { answersOf } from "../../data/orders/order-item-answers.ts"
import type { FullOrderItem } from "../../data/orders/order-item-rows.ts"
import { type Env, settingsOf } from "../../env.ts"
import { openBuyerFile } from "../../services/etsy/etsy-file.ts"
import { storeFetched } from "./store-fetched.ts"

/**
 * Fetches the file that a buyer uploaded with an answer into the seller's library, as any upload:
 * sniffed, limited and read by ingest. Returns the image. The same file again returns the image that it
 * became, while that exists. Throws an ApiError for the seller, and leaves nothing behind then.
 */
export async function fetchBuyerFile(
  env: Env,
  item: FullOrderItem,
  answer: number,
  uploadedBy: DoerMark,
): Promise<Id> {
  const reply = answersOf(item)[answer]
  if (!reply?.isFile) throw new ApiError("unprocessable", "This answer is not a file.")
  const { userId } = item
  const requestKey = requestKeyOf(item.id, reply.answer)
  const known = await findUploadByRequest(databaseOf(env), userId, requestKey)
  if (known?.status === "Failed")
    throw new ApiError("unprocessable", `The buyer's file cannot be printed. ${known.failureReason ?? ""}`)
  if (known) return known.id
  const open = async () => ({
    ...(await openBuyerFile(reply.answer, settingsOf(env))),
    nameOf: (ending: string) => nameOf(item, reply.question, ending),
  })
  return storeFetched(env, { userId, requestKey, uploadedBy, open }).catch((error: unknown) => {
    throw asRefusal(error)
  })
}

/** Returns a key of the item and the file: the signature in its address changes, the file does not. */
function requestKeyOf(itemId: Id, address: string): string {
  const { origin, pathname } = new URL(address)
  return `file:${createHash("sha256").update(`${itemId} ${origin}${pathname}`).digest("hex").slice(0, 40)}`
}

/** Returns `3107500012 Team photo.jpg`. */
function nameOf({ orderNumber }: FullOrderItem, question: string, ending: string): string {
  const words = labelText(`${orderNumber} ${question === "" ? "buyer's file" : question}`).trim()
  return `${[...words].slice(0, MAX_NAME_LENGTH - 5).join("")}.${ending}`
}

function asRefusal(error: unknown): unknown {
  if (error instanceof ArtworkError)
    return new ApiError("unprocessable", `The buyer's file cannot be used. ${error.message}`)
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new ApiError(
      "vendor-unavailable",
      "The server with the buyer's file did not answer in time. Please try again.",
    )
  return error
}
