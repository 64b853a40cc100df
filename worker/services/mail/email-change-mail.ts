import { productName } from "../../../contract/text.ts"
import type { OpenEnv } from "../../env.ts"
import { ACCOUNT_FOOTER, link, send } from "./email.ts"

/** A link's token and its lifetime. */
type Timed = { token: string; hours: number }

/** Mails the new address. Its owner is unproven, so the mail holds no text that anyone wrote. */
export async function sendConfirmChangeMail(env: OpenEnv, mail: Timed & { to: string }): Promise<void> {
  await send(env, mail.to, {
    subject: `Confirm your new e-mail for ${productName}`,
    heading: "Confirm your new e-mail",
    firstName: "",
    paragraphs: [
      `Open this link to use this address for your ${productName} account from now on. It works for ${hoursText(mail.hours)}.`,
      "If you did not ask for this, you can ignore this e-mail: without the link nothing happens.",
    ],
    action: { label: "Use this address", url: link(env, `/verify?token=${mail.token}`) },
    footer: `You get this e-mail because somebody gave this address for a ${productName} account.`,
  })
}

/** Mails the current address, before anything changes. */
export async function sendChangeAskedMail(
  env: OpenEnv,
  mail: Timed & { to: string; newEmail: string },
): Promise<void> {
  await send(env, mail.to, {
    subject: `A new e-mail for your ${productName} account?`,
    heading: "A new e-mail for your account?",
    firstName: "",
    paragraphs: [
      `Somebody who is signed in to your account asked to change its e-mail to ${maskAddress(mail.newEmail)}. Nothing changes until the link we sent there is opened.`,
      `If that was you, there is nothing to do here. If it was not, open this link: it undoes the change, for ${hoursText(mail.hours)} even after it is made, and logs you out everywhere. Then set a new password.`,
    ],
    action: undoAction(env, mail.token),
    footer: ACCOUNT_FOOTER,
  })
}

/** Mails the old address, after the change. */
export async function sendChangeDoneMail(
  env: OpenEnv,
  mail: Timed & { to: string; newEmail: string },
): Promise<void> {
  await send(env, mail.to, {
    subject: `The e-mail of your ${productName} account was changed`,
    heading: "Your e-mail was changed",
    firstName: "",
    paragraphs: [
      `From now on we write to ${maskAddress(mail.newEmail)}, and this address no longer signs in.`,
      `If that was not you, open this link: for ${hoursText(mail.hours)} it puts this address back and logs you out everywhere. Then set a new password.`,
    ],
    action: undoAction(env, mail.token),
    footer: ACCOUNT_FOOTER,
  })
}

function undoAction(env: OpenEnv, token: string) {
  return { label: "This was not me", url: link(env, `/undo-email-change?token=${token}`) }
}

/** Returns an address that its owner recognises, and that mail programs do not link: `n***@s***.test`. */
function maskAddress(email: string): string {
  const [local, domain] = email.split("@")
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***.${domain.split(".").at(-1)}`
}

function hoursText(hours: number): string {
  if (hours >= 72) return `${Math.floor(hours / 24)} days`
  return hours === 1 ? "an hour" : `${hours} hours`
}
