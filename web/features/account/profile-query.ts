import { queryOptions } from "@tanstack/react-query"
import { profile } from "../../../contract/api/profile-api.ts"
import { apiData } from "../../lib/api.ts"

/** The signed-in user with credits. Refetched on focus, never retried: a refusal signs out. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: () => apiData(profile.one),
  retry: false,
  refetchOnWindowFocus: "always",
  meta: { silent: true },
})
