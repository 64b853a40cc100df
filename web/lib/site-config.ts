import { queryOptions } from "@tanstack/react-query"
import { site } from "../../contract/api/site-api.ts"
import { apiData } from "./api.ts"

/** The server's settings for the page: the captcha's key and script, and the connected services. */
export const configQuery = queryOptions({
  queryKey: ["config"],
  queryFn: () => apiData(site.config),
  staleTime: Number.POSITIVE_INFINITY,
})
