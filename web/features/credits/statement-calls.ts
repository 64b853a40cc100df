import { queryOptions } from "@tanstack/react-query"
import { statements } from "../../../contract/api/payment-api.ts"
import { api } from "../../lib/api.ts"

/** Whose ledger: one's own, or, for an admin, another person's. */
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
