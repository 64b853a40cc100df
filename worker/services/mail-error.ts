/** Cloudflare's binding throws errors with such a code; its message may hold the address, so it is not kept. */
const CODE = /^E_[A-Z_]{1,60}$/
/** No answer in time, or none that says why. */
const NO_CODE = "no-code"

/**
 * The mail itself, or the address, is what was refused: the same again ends the same way
 * (developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes).
 */
const hopeless = /^E_(RECIPIENT_|VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_|CONTENT_TOO_LARGE|HEADER)/

/** The binding did not take a mail. */
export class MailError extends Error {
  override name = "MailError"
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`the mail was not taken: ${code}`, options)
    this.code = code
  }
}

/** What the binding threw, told by its code alone where it has one. */
export function mailErrorOf(thrown: unknown): MailError {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined
  if (typeof code === "string" && CODE.test(code)) return new MailError(code)
  return new MailError(NO_CODE, { cause: thrown })
}

/**
 * What to do after a mail was not taken: `never` is for what no later try can change, `tomorrow` for a day's quota that is
 * used up, `operator` for a sender that somebody must set right, `later` for the rest.
 */
export function mailRetryOf(code: string): "never" | "later" | "tomorrow" | "operator" {
  if (hopeless.test(code)) return "never"
  if (code === "E_DAILY_LIMIT_EXCEEDED") return "tomorrow"
  return code.startsWith("E_SENDER_") ? "operator" : "later"
}

/** Whether it is the recipient's address that takes no mail of ours: bounced before, marked as spam, or no address. */
export function isAddressRefused(error: unknown): boolean {
  if (!(error instanceof MailError)) return false
  return error.code.startsWith("E_RECIPIENT_") || error.code === "E_VALIDATION_ERROR"
}
