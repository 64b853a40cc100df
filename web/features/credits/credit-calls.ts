import { queryOptions } from "@tanstack/react-query"
import { packages, statements } from "../../../contract/api/payment-api.ts"
import { type PackageOffer, type PackageSku, packageCovering } from "../../../contract/credits/payment.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Today's packages and prices for this person. */
export const packagesQuery = queryOptions({
  queryKey: ["packages"],
  queryFn: () => apiData(packages.list),
})

/** Starts a purchase; after a lost answer, again, returns the order that it made before. */
export async function buyCredits(sku: PackageSku) {
  const order = await apiData(packages.buy, { body: { sku } })
  await refresh("payments")
  return order
}

/** Announces a bank transfer and returns where to pay; a repeat returns the pending one. */
export function bankTransferOptions(sku: PackageSku) {
  return queryOptions({
    queryKey: ["bank-transfer", sku],
    queryFn: async () => {
      const transfer = await apiData(packages.transfer, { body: { sku } })
      await refresh("payments")
      return transfer
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { silent: true },
  })
}

/** Returns the offer that an address's value names, by its credits or its SKU. */
export function offerNamed(offers: readonly PackageOffer[], value: string): PackageOffer | undefined {
  return offers.find(({ sku, credits }) => sku === value || String(credits) === value)
}

/** Returns the offer for an address's value: the one it names, else the smallest that covers that many. */
export function offerFor(offers: readonly PackageOffer[], value: string): PackageOffer | undefined {
  const missing = /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 0
  return offerNamed(offers, value) ?? offerNamed(offers, String(packageCovering(missing))) ?? offers[0]
}

/** The owner of the statement: oneself or, for an admin, another person. */
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

export function statementCsvHref(owner: StatementOwner): string {
  return `/api${statementPath(owner)}.csv`
}

function statementPath(owner: StatementOwner): string {
  return owner === "me" ? "/statement" : `/users/${owner.userId}/statement`
}
