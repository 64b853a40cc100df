import { queryOptions } from "@tanstack/react-query"
import { consents } from "../../../contract/api/consent-api.ts"
import { apiData } from "../../lib/api.ts"

/** What an assistant asks for, by the query of the address that it has sent the person to. Asked once. */
export function askedOptions(question: string) {
  return queryOptions({
    queryKey: ["asked-access", question],
    queryFn: () => apiData(consents.ask, { body: { question } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
}

/** Lets the assistant in, within these scopes, or refuses it without; leads back to it. */
export async function answerAssistant(question: string, scopes: readonly string[] | null): Promise<void> {
  const { leadTo } =
    scopes === null
      ? await apiData(consents.refuse, { body: { question } })
      : await apiData(consents.allow, { body: { question, scopes: [...scopes] } })
  window.location.assign(leadTo)
}
