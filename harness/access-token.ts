import type { NewAccessToken } from "../contract/accounts/access-token.ts"
import { type Scope, scopeNames } from "../contract/accounts/scope.ts"
import { Client } from "../local/client.ts"

/** Makes an access token of the client's account, with all scopes unless given; returns it, and a program that has it. */
export async function givenToken(
  client: Client,
  input: { scopes?: readonly Scope[]; expiresAt?: string; isTest?: boolean } = {},
): Promise<NewAccessToken & { program: Client }> {
  const body = { name: "Web shop", scopes: scopeNames, ...input }
  const made = await client.expect<NewAccessToken>("POST", "/api/tokens", body)
  return { ...made, program: programOf(client, made.token) }
}

/** Returns a program with this token: no cookies, and none of a browser's headers; its address is the client's. */
export function programOf({ origin, headers }: Client, token: string): Client {
  return new Client(origin, {
    address: headers["cf-connecting-ip"],
    headers: { "sec-fetch-site": "", authorization: `Bearer ${token}` },
  })
}
