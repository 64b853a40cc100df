import { AsyncLocalStorage } from "node:async_hooks"
import { DrizzleQueryError } from "drizzle-orm/errors"

type Fields = Record<string, unknown>

const subject = new AsyncLocalStorage<Fields>()

/**
 * Runs a function whose log lines all carry these fields: a request's id, or a job's queue and
 * message. Includes all that it calls, also after it returns; nested fields add up.
 */
export function withSubject<T>(fields: Fields, run: () => T): T {
  return subject.run({ ...subject.getStore(), ...fields }, run)
}

/** Returns the id by which this request's or job's lines are found in the log; null outside of both. */
export function subjectId(): string | null {
  const { requestId, messageId } = subject.getStore() ?? {}
  return typeof requestId === "string" ? requestId : typeof messageId === "string" ? messageId : null
}

/**
 * Logs, as one JSON line, an error that a person must fix: a promise to a seller is late or broken.
 * `error` is the thrown value.
 */
export function logError(message: string, fields: Fields = {}): void {
  console.error(lineOf(message, fields))
}

/** Logs an error that repairs itself or a vendor must fix, to explain later errors; else as `logError`. */
export function logWarning(message: string, fields: Fields = {}): void {
  console.warn(lineOf(message, fields))
}

/** The events that matter when looking for an attack. */
type SecurityEvent =
  | "signed-in"
  | "sign-in-refused"
  | "signed-out"
  | "signed-out-elsewhere"
  | "password-reset"
  | "password-reset-refused"
  | "email-change-asked"
  | "email-change-cancelled"
  | "email-changed"
  | "email-change-undone"
  | "email-undo-refused"
  | "account-deleted"
  | "token-made"
  | "token-revoked"
  | "assistant-allowed"
  | "assistant-removed"
  | "event-endpoint-made"
  | "event-secret-rotated"
  | "member-invited"
  | "member-joined"
  | "member-changed"
  | "member-removed"
  | "member-left"
  | "operator-session"
  | "operator-refused"
  | "captcha-refused"
  | "webhook-refused"
  | "call-refused"

/**
 * Logs one security line of ids and fixed words only: never an address, a name or typed text. The
 * runtime adds the UTC time; the request id leads to all else known of the call.
 */
export function logSecurity(
  event: SecurityEvent,
  more: { requestId: string; userId?: string; [detail: string]: string | number | undefined },
): void {
  console.info(lineOf("security", { event, ...more }))
}

function lineOf(message: string, { error, ...fields }: Fields): string {
  const words = error === undefined ? {} : wordsOf(error)
  return JSON.stringify({ message, ...subject.getStore(), ...fields, ...words })
}

/** Returns the error's text, its stack and its cause. */
function wordsOf(error: unknown): Fields {
  const cause = error instanceof Error ? error.cause : undefined
  return {
    error: errorText(error),
    cause: cause === undefined ? undefined : errorText(cause),
    stack: errorStack(error),
  }
}

/** Returns an error's text for the log, without query values: they are personal data and secrets. */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `failed query: ${error.query} (${causeText(error.cause)})`
  // A parser's message quotes its input, which may be a vendor's token.
  if (error instanceof SyntaxError) return "SyntaxError: what came cannot be parsed"
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Returns the stack without the message, which `errorText` has. */
function errorStack(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n")
}

function causeText(cause: unknown): string {
  return cause instanceof Error ? cause.message : "unknown cause"
}
