import type { Member } from "../contract/accounts/member.ts"
import { ACCOUNT_HEADER, type MemberRole } from "../contract/accounts/role.ts"
import { Client } from "../local/client.ts"
import { newestMail } from "../local/people.ts"

type Reached = { standIns: { origin: string } }
type Somebody = { client: Client; userId: string }

/** Returns the token of the newest invitation that was mailed to this address. */
export async function tokenOfInvitation({ standIns }: Reached, to: string): Promise<string> {
  const { text } = await newestMail(standIns.origin, to)
  const link = text.match(/https?:\/\/\S+\/invitation\?token=\S+/)?.[0]
  if (!link) throw new Error(`the newest mail to ${to} is no invitation`)
  return new URL(link).searchParams.get("token") ?? ""
}

/** Has the owner invite the person, and the person accept. */
export async function joined(
  app: Reached,
  owner: Somebody,
  { client, email }: Somebody & { email: string },
  role: MemberRole,
): Promise<Member> {
  const member = await owner.client.expect<Member>("POST", "/api/members", { email, role })
  await client.expect("POST", "/api/members/accept", { token: await tokenOfInvitation(app, email) })
  return member
}

/** Returns the person's browser with the owner's account chosen in each call. */
export function workingIn({ client }: Somebody, { userId }: Somebody): Client {
  return new Client(client.origin, {
    cookies: client.cookies,
    headers: { ...client.headers, [ACCOUNT_HEADER.toLowerCase()]: userId },
  })
}
