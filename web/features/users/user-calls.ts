import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { ListQuery, ListReply } from "../../../contract/list.ts"
import { printSummarySchema } from "../../../contract/print.ts"
import type { UserRole, UserStatus } from "../../../contract/status.ts"
import {
  auditEntrySchema,
  type ListedUser,
  listedUserSchema,
  type userCreateSchema,
  type userUpdateSchema,
} from "../../../contract/user.ts"
import { apiList, apiSend } from "../../lib/api.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"
import { userOptions } from "../../lib/users.ts"

export type UserQuery = ListQuery & { role?: UserRole; status?: UserStatus }

/** One page of all accounts. */
export function usersOptions(query: UserQuery) {
  return queryOptions({
    queryKey: ["users", "list", query],
    queryFn: () => apiList("/users", listedUserSchema, query),
    placeholderData: (previous) => previous,
  })
}

/** One page of another person's prints. */
export function userPrintsOptions(userId: string, query: ListQuery) {
  return queryOptions({
    queryKey: ["prints", "user", userId, query],
    queryFn: () => apiList(`/print/user/${encodeURIComponent(userId)}`, printSummarySchema, query),
    placeholderData: (previous) => previous,
  })
}

/** One page of what admins did, newest first. */
export function auditOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["audit", query],
    queryFn: () => apiList("/audit", auditEntrySchema, query),
    placeholderData: (previous) => previous,
  })
}

/** Makes an account with the role user and a verified address. */
export async function createUser(input: z.output<typeof userCreateSchema>): Promise<void> {
  await apiSend("POST", "/users", input)
  await refresh("users", "audit")
}

export async function updateUser(id: string, change: z.output<typeof userUpdateSchema>): Promise<void> {
  await apiSend("PUT", `/users/${id}`, change)
  await refresh("users", "audit", "profile")
}

/** Sets the balance; the same key again changes nothing. */
export async function setCredits(id: string, availableCredits: number, requestKey: string): Promise<void> {
  const changed = await apiSend(
    "PUT",
    `/users/${id}/credit`,
    { availableCredits, requestKey },
    listedUserSchema,
  )
  await refresh("users", "statement", "audit", "profile")
  // The list's balances follow the ledger a moment later; this one is known already.
  queryClient.setQueriesData<ListReply<ListedUser>>({ queryKey: ["users", "list"] }, (list) =>
    list === undefined
      ? undefined
      : {
          ...list,
          data: list.data.map((user) => (user._id === id ? { ...user, credit: changed.credit } : user)),
        },
  )
}

/** Adds a package to the balance as it is now, not as it was when the page was opened. */
export async function addCredits(id: string, credits: number, requestKey: string): Promise<void> {
  const { credit } = await queryClient.fetchQuery({ ...userOptions(id), staleTime: 0 })
  await setCredits(id, credit.availableCredits + credits, requestKey)
}
