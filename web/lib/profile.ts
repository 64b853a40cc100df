import { queryOptions } from "@tanstack/react-query"
import { statisticsSchema, userSchema } from "../../contract/account.ts"
import { apiGet } from "./api.ts"

/** Who is signed in, with the credits. Fetched again on every focus, never retried: a refusal signs out. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: () => apiGet("/profile", userSchema),
  retry: false,
  refetchOnWindowFocus: "always",
  meta: { silent: true },
})

/** The counts of the dashboard and the film meter. */
export const statisticsQuery = queryOptions({
  queryKey: ["statistics"],
  queryFn: () => apiGet("/statistics", statisticsSchema),
})
