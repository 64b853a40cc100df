import { queryOptions } from "@tanstack/react-query"
import { site } from "../../contract/api/site-api.ts"
import { apiData } from "./api.ts"

/** What the page needs to know of the server: the captcha's key and script, and what it is set up for. */
export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: () => apiData(site.config),
  staleTime: Number.POSITIVE_INFINITY,
})
