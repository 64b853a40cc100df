import { type Scope, scopes } from "../../../contract/accounts/scope.ts"
import { isPlainName } from "../../../contract/name.ts"
import { productName } from "../../../contract/text.ts"
import type { OpenEnv } from "../../env.ts"
import { ACCOUNT_FOOTER, link, type Recipient, send } from "./email.ts"

/** An access token as its owner recognises it. */
type MadeToken = { name: string; hint: string; scopes: readonly Scope[]; isTest: boolean; madeAt: string }

/**
 * Tells an account's owner that an access token was made; `madeAt` is the time in words. A name that could be read as an
 * address is left out: whoever has taken a session would choose it.
 */
export async function sendTokenMadeMail(env: OpenEnv, mail: Recipient & { token: MadeToken }): Promise<void> {
  const { name, hint, isTest, madeAt, ...token } = mail.token
  const called = isPlainName(name) ? `“${name}” (${hint})` : hint
  await send(env, mail.to, {
    subject: `An access token of your ${productName} account was made`,
    heading: "An access token was made",
    firstName: mail.firstName,
    paragraphs: [
      `${isTest ? "A test token" : "An access token"}, ${called}, was made on ${madeAt}. A program that has it may:`,
      ...token.scopes.map((scope) => `• ${scopes[scope]}`),
      "If it was not you, revoke it at once, then set a new password: somebody else is signed in to your account.",
    ],
    action: { label: "See the access tokens", url: link(env, "/profile#developers") },
    footer: ACCOUNT_FOOTER,
  })
}
