import type { MemberRole } from "../../../contract/accounts/role.ts"
import { isPlainName } from "../../../contract/name.ts"
import { productName } from "../../../contract/text.ts"
import type { OpenEnv } from "../../env.ts"
import { link, send } from "./email.ts"

/** What somebody is invited to do, in the mail. */
const wordsOfRole: Record<MemberRole, string> = {
  maker: "You will make and process prints, look after orders and artwork, and see reports.",
  press: "You will see the prints, fetch their files and tick off what is pressed.",
}

/**
 * Sends somebody the invitation to work in an account. Anybody can be invited, so a person's name is all that the sender
 * chooses, and it is left out if it could be read as an address.
 */
export async function sendInvitationMail(
  env: OpenEnv,
  {
    to,
    from,
    role,
    token,
    days,
  }: { to: string; from: string; role: MemberRole; token: string; days: number },
): Promise<void> {
  const sender = isPlainName(from) && from !== "" ? from : "Somebody"
  await send(env, to, {
    subject: `You are invited to a ${productName} account`,
    heading: "You are invited",
    firstName: "",
    paragraphs: [
      `${sender} invites you to work in their ${productName} account. ${wordsOfRole[role]}`,
      `Sign in with this address, or sign up with it, and accept. The link works for ${days} days.`,
    ],
    action: { label: "See the invitation", url: link(env, `/invitation?token=${encodeURIComponent(token)}`) },
    footer:
      "You get this e-mail because somebody typed this address to invite you. If you do not know them, you can ignore it: without the link nothing happens.",
  })
}
