import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type {
  ListedUser,
  UserListQuery,
  userCreateSchema,
  userUpdateSchema,
} from "../../../contract/accounts/user.ts"
import { prints } from "../../../contract/api/print-api.ts"
import { audit, users } from "../../../contract/api/user-api.ts"
import type { ListQuery, ListReply } from "../../../contract/list.ts"
import { ApiFailure, api, apiData } from "../../lib/api.ts"
import { queryClient, refresh, refreshWhere } from "../../lib/query-client.ts"

export function usersOptions(query: UserListQuery) {
  return queryOptions({
    queryKey: ["users", "list", query],
    queryFn: () => api(users.list, { query }),
    placeholderData: (previous) => previous,
  })
}

/** Loads one account as an admin sees it. */
export function userOptions(id: string) {
  return queryOptions({
    queryKey: ["users", "one", id],
    queryFn: () => apiData(users.one, { params: { id } }),
    enabled: id !== "",
    meta: { silent: true },
  })
}

export function userPrintsOptions(userId: string, query: ListQuery) {
  return queryOptions({
    queryKey: ["prints", "user", userId, query],
    queryFn: () => api(prints.ofUser, { params: { userId }, query }),
    placeholderData: (previous) => previous,
  })
}

/** Loads one page of admins' actions, newest first. */
export function auditOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["audit", query],
    queryFn: () => api(audit.list, { query }),
    placeholderData: (previous) => previous,
  })
}

/** Makes an account with the role user and a verified address. */
export async function createUser(input: z.output<typeof userCreateSchema>): Promise<void> {
  await apiData(users.add, { body: input })
  await refresh("users", "audit")
}

export async function updateUser(id: string, change: z.output<typeof userUpdateSchema>): Promise<ListedUser> {
  const updated = await apiData(users.update, { params: { id }, body: change })
  await refresh("users", "audit", "profile")
  return updated
}

/** Deletes the person's files and data for good; the books keep what they need. */
export async function deleteUser(id: string): Promise<void> {
  await apiData(users.remove, { params: { id } })
  // Not the account itself, which would only be reported missing.
  await refreshWhere({ queryKey: ["users", "list"] })
  await refresh("payments", "audit")
}

/** The balance that was shown, the new one, and the reason. */
export type CreditChange = { expected: number; availableCredits: number; reason: string; requestKey: string }

/**
 * Adds or removes the difference; the same key again changes nothing. If the balance is no longer the
 * expected one, fails with `balance-moved` and updates the account shown.
 */
export async function changeCredits(id: string, change: CreditChange): Promise<void> {
  const changed = await apiData(users.setCredit, { params: { id }, body: change }).catch((error: unknown) => {
    const availableCredits = movedBalance(error)
    if (availableCredits !== null)
      queryClient.setQueryData(
        userOptions(id).queryKey,
        (user) => user && { ...user, credit: { ...user.credit, availableCredits } },
      )
    throw error
  })
  await refresh("users", "statement", "audit", "profile")
  // The list's balances follow the ledger a moment later; this one is already known.
  queryClient.setQueriesData<ListReply<ListedUser>>({ queryKey: ["users", "list"] }, (list) =>
    list === undefined
      ? undefined
      : {
          ...list,
          data: list.data.map((user) => (user._id === id ? { ...user, credit: changed.credit } : user)),
        },
  )
}

/** Returns the available credits after a refusal by `balance-moved`; null for any other failure. */
export function movedBalance(error: unknown): number | null {
  return error instanceof ApiFailure && error.code === "balance-moved"
    ? (error.availableCredits ?? null)
    : null
}
