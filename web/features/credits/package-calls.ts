import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import {
  bankTransferReplySchema,
  buyCreditsReplySchema,
  type PackageOffer,
  type PackageSku,
  packageOfferSchema,
} from "../../../contract/payment.ts"
import { apiGet, apiSend } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** The packages at this person's prices of today. */
export const packagesQuery = queryOptions({
  queryKey: ["packages"],
  queryFn: () => apiGet("/packages", z.array(packageOfferSchema)),
})

/** Only a web address is ever gone to, whatever a reply says. */
const orderSchema = buyCreditsReplySchema.extend({
  link: z.union([z.url({ protocol: /^https?$/ }), z.literal("")]),
})

/** Starts a purchase; the same key again answers with the order it made before. */
export async function buyCredits(sku: PackageSku, requestKey: string): Promise<z.output<typeof orderSchema>> {
  const order = await apiSend("POST", "/buyCredits", { sku, requestKey }, orderSchema)
  await refresh("payments")
  return order
}

/** Announces a bank transfer and says where to send the money; while one waits, asking again finds the same one. */
export function bankTransferOptions(sku: PackageSku) {
  return queryOptions({
    queryKey: ["bank-transfer", sku],
    queryFn: async () => {
      const requestKey = crypto.randomUUID()
      const transfer = await apiSend(
        "POST",
        "/payments/bank-transfer",
        { sku, requestKey },
        bankTransferReplySchema,
      )
      await refresh("payments")
      return transfer
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { silent: true },
  })
}

/** The offer that an address's value names, by its credits or its SKU. */
export function offerNamed(offers: readonly PackageOffer[], value: string): PackageOffer | undefined {
  return offers.find(({ sku, credits }) => sku === value || String(credits) === value)
}
