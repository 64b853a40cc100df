import { type LengthUnit, lengthText } from "../../../contract/length.ts"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import { isPlainName } from "../../../contract/name.ts"
import { productName } from "../../../contract/text.ts"
import { type OpenEnv, settingsOf } from "../../env.ts"
import { recordVendorError } from "../../vendor-error.ts"
import { mailErrorOf } from "./mail-error.ts"
import { composeMail, headerSafe, type Letter } from "./mail-layout.ts"

/** A recipient; `firstName` is empty if the name is not fit for a greeting. */
export type Recipient = { to: string; firstName: string }

/**
 * Returns the recipient of an account's mails; null unless the address is verified. An unproven mailbox
 * gets only the verification mail, which is the same for everyone. Names that break today's rules are
 * left out.
 */
export function recipientOf(user: {
  email: string
  firstName: string
  emailVerifiedAt: number | null
}): Recipient | null {
  if (user.emailVerifiedAt === null) return null
  return { to: user.email, firstName: isPlainName(user.firstName) ? user.firstName : "" }
}

/** The time limit: the binding has none of its own, and people wait for a verification mail. */
const TIMEOUT_MS = 15_000

/** The footer of mails about the account itself. */
export const ACCOUNT_FOOTER = `You get this e-mail because this address was used for a ${productName} account.`
const PAYMENT_FOOTER = `You get this e-mail because of a payment for your ${productName} account.`
const PRINT_FOOTER = `You get this e-mail because a print of your ${productName} account has ended.`

/**
 * Sends the link that verifies the address; it lasts `hours`. Anybody can trigger it for any
 * address, so the sender chooses nothing in it.
 */
export async function sendVerificationMail(
  env: OpenEnv,
  mail: { to: string; token: string; hours: number },
): Promise<void> {
  await send(env, mail.to, {
    subject: `Verify your e-mail for ${productName}`,
    heading: "Verify your e-mail",
    firstName: "",
    paragraphs: [
      `Please confirm that this address is yours. The link works for ${mail.hours} hours.`,
      "If you did not ask for this, you can ignore this e-mail: without the link nothing happens.",
    ],
    action: { label: "Verify e-mail", url: link(env, `/verify?token=${encodeURIComponent(mail.token)}`) },
    footer: ACCOUNT_FOOTER,
  })
}

export async function sendResetMail(
  env: OpenEnv,
  mail: Recipient & { code: string; minutes: number },
): Promise<void> {
  await send(env, mail.to, {
    subject: `Your ${productName} password code`,
    heading: "Your password code",
    firstName: mail.firstName,
    paragraphs: [
      `Enter this code to set a new password. It works once, for ${mail.minutes} minutes. We never ask for it by phone or e-mail.`,
      "If you did not ask for it, you can ignore this e-mail: your password stays as it is.",
    ],
    code: mail.code,
    footer: ACCOUNT_FOOTER,
  })
}

/** Mails the old address, when an admin or an unverified account's owner changed it directly. */
export async function sendEmailChangedMail(env: OpenEnv, mail: Recipient): Promise<void> {
  await send(env, mail.to, {
    subject: `The e-mail of your ${productName} account was changed`,
    heading: "Your e-mail was changed",
    firstName: mail.firstName,
    paragraphs: [
      "From now on we write to the new address. This one no longer signs in.",
      "If this was not you, please answer this e-mail at once.",
    ],
    footer: ACCOUNT_FOOTER,
  })
}

/** Sends the mail of a finished print; `lengthIn` is the film used on all sheets. */
export async function sendPrintCompletedMail(
  env: OpenEnv,
  mail: Recipient & { printId: string; sheets: number; lengthIn: number; lengthUnit: LengthUnit },
): Promise<void> {
  const sheets = mail.sheets === 1 ? "1 sheet" : `${mail.sheets} sheets`
  await send(env, mail.to, {
    subject: `Your print is ready: ${sheets}`,
    heading: "Your print is ready",
    firstName: mail.firstName,
    paragraphs: [
      `${sheets}, ${lengthText(mail.lengthIn, mail.lengthUnit)} of film, written and checked.`,
      `Download within ${RETENTION_DAYS} days; after that the files are removed and the print can be processed again.`,
    ],
    action: { label: "Open the print", url: link(env, `/prints/${mail.printId}`) },
    footer: PRINT_FOOTER,
  })
}

/** Sends the mail of a failed print; `message` names the item and the remedy, as on the screen. */
export async function sendPrintFailedMail(
  env: OpenEnv,
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

/** Sends the mail of a payment; `price` is text with its currency. */
export async function sendPaymentCompletedMail(
  env: OpenEnv,
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

/** Sends the mail of a refund; `refunded` is the total refunded so far, out of `price`. */
export async function sendPaymentRefundedMail(
  env: OpenEnv,
  mail: Recipient & { price: string; refunded: string },
): Promise<void> {
  await send(env, mail.to, {
    subject: `A payment was refunded: ${mail.refunded}`,
    heading: "A payment was refunded",
    firstName: mail.firstName,
    paragraphs: [
      `${mail.refunded} of your payment of ${mail.price} was refunded to you, and its credits were removed in proportion.`,
      "If they were already spent, the next credits you get pay them back first.",
    ],
    action: { label: "Open the payment history", url: link(env, "/profile#payments") },
    footer: PAYMENT_FOOTER,
  })
}

/** Sends the mail of a dispute; `dispute` says what happened to the dispute and to the credits. */
export async function sendPaymentDisputeMail(
  env: OpenEnv,
  mail: Recipient & { price: string; isOpen: boolean; dispute: string },
): Promise<void> {
  const heading = mail.isOpen ? "A payment is disputed" : "A dispute is closed"
  await send(env, mail.to, {
    subject: `${heading}: ${mail.price}`,
    heading,
    firstName: mail.firstName,
    paragraphs: [
      mail.dispute,
      mail.isOpen
        ? "Held credits cannot be spent. If they were already spent, the next credits you get pay them back first. If you did not mean to dispute the payment, cancel the case at PayPal to release them."
        : "Your credit statement shows what was held, returned or removed.",
    ],
    action: { label: "Open the payment history", url: link(env, "/profile#payments") },
    footer: PAYMENT_FOOTER,
  })
}

/** Sends a letter to one address; throws a `MailError` if the binding does not accept it. */
export async function send(env: OpenEnv, to: string, letter: Letter): Promise<void> {
  const sending = env.EMAIL.send({ from: sender(env), to: headerSafe(to), ...composeMail(letter) })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
  })
  try {
    await Promise.race([sending, late])
  } catch (error) {
    const refusal = mailErrorOf(error)
    recordVendorError({ vendor: "Mail", code: refusal.code, text: refusal.message })
    throw refusal
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the full address of one of our pages. */
export function link(env: OpenEnv, path: string): string {
  return `${settingsOf(env).APP_ORIGIN}${path}`
}

/** Returns `Sheetsmith <hello@sheetsmith.example>` in the parts that the binding takes. */
function sender(env: OpenEnv): EmailAddress {
  const { MAIL_FROM } = settingsOf(env)
  const parts = MAIL_FROM.match(/^\s*(.*?)\s*<([^<>\s]+)>\s*$/)
  return parts ? { name: parts[1], email: parts[2] } : { name: productName, email: MAIL_FROM.trim() }
}
