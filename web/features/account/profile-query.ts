import { queryOptions } from "@tanstack/react-query"
import { profile } from "../../../contract/api/profile-api.ts"
import { apiData } from "../../lib/api.ts"
import { startLengthsIn } from "../../lib/length.ts"
import { showAccount } from "../../lib/workplace.ts"

/** The signed-in user with credits. Refetched on focus, never retried: a refusal signs out. */
export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async () => {
    const user = await apiData(profile.one)
    showAccount(user)
    startLengthsIn(user._id, user.lengthUnit)
    return user
  },
  retry: false,
  refetchOnWindowFocus: "always",
  meta: { silent: true },
})
