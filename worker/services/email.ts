import { RETENTION_DAYS } from "../../contract/limit.ts"
import { isPlainName } from "../../contract/name.ts"
import { inchesText } from "../../contract/size.ts"
import { productName } from "../../contract/text.ts"
import { type Env, settingsOf } from "../env.ts"
import { mailErrorOf } from "./mail-error.ts"
import { composeMail, headerSafe, type Letter } from "./mail-layout.ts"

/** Whom a mail is for; `firstName` is empty where the name is not fit to be greeted by. */
export type Recipient = { to: string; firstName: string }

/**
 * The owner of a verified address, and null for any other: whoever has not shown that a mailbox is theirs has nothing
 * sent to it but the verification mail, which is the same for everyone. Names that are older than the rules for them
 * are left out.
 */
export function recipientOf(user: {
  email: string
  firstName: string
  emailVerifiedAt: number | null
}): Recipient | null {
  if (user.emailVerifiedAt === null) return null
  return { to: user.email, firstName: isPlainName(user.firstName) ? user.firstName : "" }
}

/** The binding has no limit of its own, and people wait behind a verification mail. */
const TIMEOUT_MS = 15_000

/** Below every mail about the account itself. */
export const ACCOUNT_FOOTER = `You get this mail because this address was used for a ${productName} account.`
const PAYMENT_FOOTER = `You get this mail because of a payment for your ${productName} account.`
const PRINT_FOOTER = `You get this mail because a print of your ${productName} account has come to an end.`

/**
 * The link that proves the address; `hours` is how long it lasts. Anybody can have it sent to anyone, so nothing in it is
 * the sender's choice.
 */
export async function sendVerificationMail(
  env: Env,
  mail: { to: string; token: string; hours: number },
): Promise<void> {
  await send(env, mail.to, {
    subject: `Verify your e-mail for ${productName}`,
    heading: "Verify your e-mail",
    firstName: "",
    paragraphs: [
      `Please confirm that this address is yours. The link works for ${mail.hours} hours.`,
      "If you did not ask for this, you can ignore this mail: without the link nothing happens.",
    ],
    action: { label: "Verify e-mail", url: link(env, `/verify?token=${encodeURIComponent(mail.token)}`) },
    footer: ACCOUNT_FOOTER,
  })
}

/** The code that allows a new password. */
export async function sendResetMail(
  env: Env,
  mail: Recipient & { code: string; minutes: number },
): Promise<void> {
  await send(env, mail.to, {
    subject: `Your ${productName} password code`,
    heading: "Your password code",
    firstName: mail.firstName,
    paragraphs: [
      `Enter this code to set a new password. It works once, for ${mail.minutes} minutes. We never ask for it by phone or mail.`,
      "If you did not ask for it, you can ignore this mail: your password stays as it is.",
    ],
    code: mail.code,
    footer: ACCOUNT_FOOTER,
  })
}

/** To the old address, where an admin or the owner of an unverified account changed it at once. */
export async function sendEmailChangedMail(env: Env, mail: Recipient): Promise<void> {
  await send(env, mail.to, {
    subject: `The e-mail of your ${productName} account was changed`,
    heading: "Your e-mail was changed",
    firstName: mail.firstName,
    paragraphs: [
      "From now on we write to the new address. This one no longer signs in.",
      "If this was not you, please answer this mail at once.",
    ],
    footer: ACCOUNT_FOOTER,
  })
}

/** `lengthIn` is the film used, in inches over all sheets. */
export async function sendPrintCompletedMail(
  env: Env,
  mail: Recipient & { printId: string; sheets: number; lengthIn: number },
): Promise<void> {
  const sheets = mail.sheets === 1 ? "1 sheet" : `${mail.sheets} sheets`
  await send(env, mail.to, {
    subject: `Your print is ready: ${sheets}`,
    heading: "Your print is ready",
    firstName: mail.firstName,
    paragraphs: [
      `${sheets}, ${inchesText(mail.lengthIn)} in of film, written and checked.`,
      `Download within ${RETENTION_DAYS} days; after that the files are removed and the print can be processed again.`,
    ],
    action: { label: "Open the print", url: link(env, `/prints/${mail.printId}`) },
    footer: PRINT_FOOTER,
  })
}

/** `message` names the item and what to do, as on the screen. */
export async function sendPrintFailedMail(
  env: Env,
  mail: Recipient & { printId: string; message: string },
): Promise<void> {
  await send(env, mail.to, {
    subject: "Your print could not be completed",
    heading: "Your print could not be completed",
    firstName: mail.firstName,
    paragraphs: [mail.message, "No credits were taken. The print is a draft again, with all its items."],
    action: { label: "Open the print", url: link(env, `/prints/${mail.printId}`) },
    footer: PRINT_FOOTER,
  })
}

/** `price` as it is written, with its currency. */
export async function sendPaymentCompletedMail(
  env: Env,
  mail: Recipient & { price: string; credits: number; method: string; reference: string },
): Promise<void> {
  await send(env, mail.to, {
    subject: `Your payment is complete: ${mail.credits} credits`,
    heading: "Your payment is complete",
    firstName: mail.firstName,
    paragraphs: [
      `${mail.credits} credits were added to your account. One credit prints one copy.`,
      `${mail.price} by ${mail.method}, reference ${mail.reference}.`,
    ],
    action: { label: "Open the payment history", url: link(env, "/profile#payments") },
    footer: PAYMENT_FOOTER,
  })
}

/** `refunded` is all that has gone back so far, of `price`. */
export async function sendPaymentRefundedMail(
  env: Env,
  mail: Recipient & { price: string; refunded: string },
): Promise<void> {
  await send(env, mail.to, {
    subject: `A payment was refunded: ${mail.refunded}`,
    heading: "A payment was refunded",
    firstName: mail.firstName,
    paragraphs: [
      `${mail.refunded} of your payment of ${mail.price} went back to you, and its credits were taken back in proportion.`,
      "Where they were spent already, the next credits you get make up for them first.",
    ],
    action: { label: "Open the payment history", url: link(env, "/profile#payments") },
    footer: PAYMENT_FOOTER,
  })
}

/** `dispute` says what became of it and of the credits. */
export async function sendPaymentDisputeMail(
  env: Env,
  mail: Recipient & { price: string; isOpen: boolean; dispute: string },
): Promise<void> {
  const heading = mail.isOpen ? "A payment is disputed" : "A dispute is over"
  await send(env, mail.to, {
    subject: `${heading}: ${mail.price}`,
    heading,
    firstName: mail.firstName,
    paragraphs: [
      mail.dispute,
      mail.isOpen
        ? "Held credits cannot be spent. Where they were spent already, the next credits you get make up for them first. If you did not mean to dispute the payment, cancel the case at PayPal and they are free again."
        : "Your credit statement shows what was held, given back or taken back.",
    ],
    action: { label: "Open the payment history", url: link(env, "/profile#payments") },
    footer: PAYMENT_FOOTER,
  })
}

/** Sends a letter to one address; throws a `MailError` where the binding does not take it. */
export async function send(env: Env, to: string, letter: Letter): Promise<void> {
  const sending = env.EMAIL.send({ from: sender(env), to: headerSafe(to), ...composeMail(letter) })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
  })
  try {
    await Promise.race([sending, late])
  } catch (error) {
    throw mailErrorOf(error)
  } finally {
    clearTimeout(timer)
  }
}

/** A page of ours, in full. */
export function link(env: Env, path: string): string {
  return `${settingsOf(env).APP_ORIGIN}${path}`
}

/** `Sheetsmith <hello@sheetsmith.example>` in the parts the binding takes. */
function sender(env: Env): EmailAddress {
  const { MAIL_FROM } = settingsOf(env)
  const parts = MAIL_FROM.match(/^\s*(.*?)\s*<([^<>\s]+)>\s*$/)
  return parts ? { name: parts[1], email: parts[2] } : { name: productName, email: MAIL_FROM.trim() }
}
