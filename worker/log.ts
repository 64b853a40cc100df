import { DrizzleQueryError } from "drizzle-orm/errors"

/** What happened that somebody who looks for an attack wants to know. */
export type SecurityEvent =
  | "signed-in"
  | "sign-in-refused"
  | "signed-out"
  | "signed-out-elsewhere"
  | "password-reset"
  | "password-reset-refused"
  | "email-changed"
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
  console.info(JSON.stringify({ message: "security", event, ...more }))
}

/** What an error says in the log. A failed query is shown without its values: they are people's data and secrets. */
export function errorText(error: unknown): string {
  if (error instanceof DrizzleQueryError) return `failed query: ${error.query} (${causeText(error.cause)})`
  // A parser's message quotes what it read, which may have been a vendor's token.
  if (error instanceof SyntaxError) return "SyntaxError: what came cannot be parsed"
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Where it was thrown, without its message, which `errorText` has told. */
export function errorStack(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n")
}

function causeText(cause: unknown): string {
  return cause instanceof Error ? cause.message : "unknown cause"
}
