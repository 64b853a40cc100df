import { queryOptions } from "@tanstack/react-query"
import { shares } from "../../../contract/api/share-api.ts"
import type { Share } from "../../../contract/delivery/share.ts"
import { apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Lists the active links to a print, newest first. */
export function sharesOptions(printId: string) {
  return queryOptions({
    queryKey: ["shares", printId],
    queryFn: () => apiData(shares.list, { query: { printId } }),
  })
}

/** Makes a link to the files of completed prints; the same prints again return the existing link. */
export async function makeShare(printIds: readonly string[]): Promise<Share> {
  const share = await apiData(shares.add, { body: { printIds: [...printIds] } })
  await refresh("shares")
  return share
}

/** Ends a link for good. */
export async function endShare(id: string): Promise<void> {
  await apiData(shares.end, { params: { id } })
  await refresh("shares")
}
