import { AsyncLocalStorage } from "node:async_hooks"
import { DrizzleQueryError } from "drizzle-orm/errors"

type Fields = Record<string, unknown>

const subject = new AsyncLocalStorage<Fields>()

/**
 * Runs something whose every log line carries these fields: the request's id, or the queue and message of a job. Whatever
 * it calls, and whatever it leaves to run past its answer, is included; nested subjects add up.
 */
export function withSubject<T>(fields: Fields, run: () => T): T {
  return subject.run({ ...subject.getStore(), ...fields }, run)
}

/** Somebody must look: a promise to a seller is late or broken. One line of JSON; `error` is what was thrown. */
export function logError(message: string, fields: Fields = {}): void {
  console.error(lineOf(message, fields))
}

/** It mends itself, or a vendor must; told so that a later error can be understood. Otherwise as `logError`. */
export function logWarning(message: string, fields: Fields = {}): void {
  console.warn(lineOf(message, fields))
}

/** What happened that somebody who looks for an attack wants to know. */
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
  | "operator-session"
  | "operator-refused"
  | "webhook-refused"
  | "call-refused"

/**
 * One line about security, of ids and fixed words alone: never an address, a name, or what somebody typed. The runtime
 * adds the time in UTC; the request's id leads to everything else that is known of the call.
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

/** What went wrong, where, and the reason beneath it. */
function wordsOf(error: unknown): Fields {
  const cause = error instanceof Error ? error.cause : undefined
  return {
    error: errorText(error),
    cause: cause === undefined ? undefined : errorText(cause),
    stack: errorStack(error),
  }
}

/** What an error says in the log. A failed query is shown without its values: they are people's data and secrets. */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `failed query: ${error.query} (${causeText(error.cause)})`
  // A parser's message quotes what it read, which may have been a vendor's token.
  if (error instanceof SyntaxError) return "SyntaxError: what came cannot be parsed"
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Where it was thrown, without its message, which `errorText` has told. */
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
