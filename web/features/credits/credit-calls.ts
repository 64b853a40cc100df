import { queryOptions } from "@tanstack/react-query"
import { packages, statements } from "../../../contract/api/payment-api.ts"
import { type PackageOffer, type PackageSku, packageCovering } from "../../../contract/credits/payment.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** The packages at this person's prices of today. */
export const packagesQuery = queryOptions({
  queryKey: ["packages"],
  queryFn: () => apiData(packages.list),
})

/** Starts a purchase; the same key again answers with the order it made before. */
export async function buyCredits(sku: PackageSku, requestKey: string) {
  const order = await apiData(packages.buy, { body: { sku, requestKey } })
  await refresh("payments")
  return order
}

/** Announces a bank transfer and says where to pay; a repeat finds the one that waits. */
export function bankTransferOptions(sku: PackageSku) {
  return queryOptions({
    queryKey: ["bank-transfer", sku],
    queryFn: async () => {
      const requestKey = crypto.randomUUID()
      const transfer = await apiData(packages.transfer, { body: { sku, requestKey } })
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

/** The offer for an address's value: the one it names, else the smallest that covers that many. */
export function offerFor(offers: readonly PackageOffer[], value: string): PackageOffer | undefined {
  const missing = /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 0
  return offerNamed(offers, value) ?? offerNamed(offers, String(packageCovering(missing))) ?? offers[0]
}

/** The ledger to show: one's own or, for an admin, another person's. */
export type StatementOwner = "me" | { userId: string }

export function statementOptions(owner: StatementOwner, page: { page: number; limit: number }) {
  return queryOptions({
    queryKey: ["statement", statementPath(owner), page],
    queryFn: () =>
      owner === "me"
        ? api(statements.list, { query: page })
        : api(statements.ofUser, { params: { id: owner.userId }, query: page }),
    placeholderData: (previous) => previous,
  })
}

/** The whole statement as a file. */
export function statementCsvHref(owner: StatementOwner): string {
  return `/api${statementPath(owner)}.csv`
}

function statementPath(owner: StatementOwner): string {
  return owner === "me" ? "/statement" : `/users/${owner.userId}/statement`
}
