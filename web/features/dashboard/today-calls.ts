import { queryOptions } from "@tanstack/react-query"
import { today } from "../../../contract/api/today-api.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { apiData } from "../../lib/api.ts"

/** The counts of the day's work. Whatever changes orders loads them again, and the film. */
export const todayQuery = queryOptions({
  queryKey: ["orders", "today"],
  queryFn: () => apiData(today.counts),
  staleTime: MINUTE_MS,
})

/** The items on the film that would be made now. */
export const todayFilmQuery = queryOptions({
  queryKey: ["orders", "today-film"],
  queryFn: () => apiData(today.film),
  meta: { silent: true },
})
