import { queryOptions } from "@tanstack/react-query"
import type { z } from "zod"
import type { NewAccessToken } from "../../../contract/accounts/access-token.ts"
import { tokens } from "../../../contract/api/token-api.ts"
import type { Id } from "../../../contract/id.ts"
import type { BodyOf } from "../../../contract/route.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

export function tokensOptions(userId: Id) {
  return queryOptions({
    queryKey: ["tokens", userId],
    queryFn: () => apiData(tokens.list),
  })
}

/** Makes a token; the reply alone has it. */
export async function makeToken(body: z.input<BodyOf<typeof tokens.add>>): Promise<NewAccessToken> {
  const made = await apiData(tokens.add, { body })
  void refresh("tokens")
  return made
}

/** Revokes a token; returns the server's message. */
export async function revokeToken(id: Id): Promise<string> {
  try {
    return (await api(tokens.remove, { params: { id } })).message
  } finally {
    void refresh("tokens")
  }
}
