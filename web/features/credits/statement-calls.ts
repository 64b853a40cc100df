import { queryOptions } from "@tanstack/react-query"
import { statementEntrySchema } from "../../../contract/payment.ts"
import { apiList } from "../../lib/api.ts"

/** Whose ledger: one's own, or, for an admin, another person's. */
export type StatementOwner = "me" | { userId: string }

export function statementOptions(owner: StatementOwner, page: { page: number; limit: number }) {
  const path = statementPath(owner)
  return queryOptions({
    queryKey: ["statement", path, page],
    queryFn: () => apiList(path, statementEntrySchema, page),
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
