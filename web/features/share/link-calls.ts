import { queryOptions } from "@tanstack/react-query"
import { shares } from "../../../contract/api/share-api.ts"
import type { Shared } from "../../../contract/delivery/share.ts"
import { apiData } from "../../lib/api.ts"
import { queryClient } from "../../lib/query-client.ts"

/** Loads the content of a link. */
export function linkOptions(token: string) {
  return queryOptions({
    queryKey: ["link", token],
    queryFn: () => apiData(shares.view, { params: { token } }),
    meta: { silent: true },
  })
}

/** Reports to the seller that a print of the link is printed, or undoes that. */
export async function sayPrinted(token: string, number: number, isPrinted: boolean): Promise<void> {
  const reply = await apiData(shares.printed, { params: { token }, body: { number, isPrinted } })
  queryClient.setQueryData<Shared>(linkOptions(token).queryKey, (known) =>
    known === undefined
      ? undefined
      : {
          ...known,
          prints: known.prints.map((print) =>
            print.number === number ? { ...print, shopPrintedAt: reply.shopPrintedAt } : print,
          ),
        },
  )
}
