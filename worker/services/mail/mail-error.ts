/** The error codes of Cloudflare's binding. Its message may hold the address, so it is not kept. */
const CODE = /^E_[A-Z_]{1,60}$/
/** The code for no answer in time, or an error without a code. */
const NO_CODE = "no-code"

/**
 * The codes when the mail or the address was refused, so a retry fails the same way
 * (developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes).
 */
const hopeless = /^E_(RECIPIENT_|VALIDATION_ERROR|FIELD_MISSING|TOO_MANY_|CONTENT_TOO_LARGE|HEADER)/

/** The binding did not accept a mail. */
export class MailError extends Error {
  override name = "MailError"
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`the mail was not taken: ${code}`, options)
    this.code = code
  }
}

/** Returns the error that the binding threw, reduced to its code. */
export function mailErrorOf(thrown: unknown): MailError {
  const code: unknown = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined
  if (typeof code === "string" && CODE.test(code)) return new MailError(code)
  return new MailError(NO_CODE, { cause: thrown })
}

/**
 * Returns what to do after a mail was refused. `never`: no retry can succeed. `tomorrow`: the daily
 * quota is used up. `operator`: somebody must fix the sender. `later`: all else.
 */
export function mailRetryOf(code: string): "never" | "later" | "tomorrow" | "operator" {
  if (hopeless.test(code)) return "never"
  if (code === "E_DAILY_LIMIT_EXCEEDED") return "tomorrow"
  return code.startsWith("E_SENDER_") ? "operator" : "later"
}

/** Returns true if the recipient's address refuses our mail: bounced before, marked as spam, or invalid. */
export function isAddressRefused(error: unknown): boolean {
  if (!(error instanceof MailError)) return false
  return error.code.startsWith("E_RECIPIENT_") || error.code === "E_VALIDATION_ERROR"
}
