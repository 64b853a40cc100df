import { queryOptions } from "@tanstack/react-query"
import { userSchema } from "../../contract/account.ts"
import { apiGet, apiSend } from "./api.ts"
import { queryClient, refresh } from "./query-client.ts"

/** One account as an admin sees it. */
export function userOptions(id: string) {
  return queryOptions({
    queryKey: ["users", "one", id],
    queryFn: () => apiGet(`/users/${encodeURIComponent(id)}`, userSchema),
    enabled: id !== "",
    meta: { silent: true },
  })
}

/** Removes the person's files and data for good; what the books need stays. */
export async function deleteUser(id: string): Promise<void> {
  await apiSend("DELETE", `/users/${encodeURIComponent(id)}`)
  // Not the account itself: asking for it again would only hear that it is gone.
  await queryClient.invalidateQueries({ queryKey: ["users", "list"] })
  await refresh("payments", "audit")
}
