import type { SheetsmithError } from "../failure.ts"

/** The exit statuses of the command; README.md has the same table for people. */
export const exitCodes = {
  done: 0,
  /** Something is wrong with the job, or it failed: the same command will end alike. */
  refused: 1,
  usage: 2,
  /** The token is missing, ended, or lacks a scope. */
  forbidden: 3,
  /** No answer, or too many calls: the same command may succeed later. */
  unreachable: 4,
  /** The credits do not suffice, or the job would take more than was allowed. */
  credits: 5,
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** A refusal for the person at the command line: its lines, and no stack. */
export class Refusal extends Error {
  readonly exitCode: ExitCode
  constructor(message: string, exitCode: ExitCode = exitCodes.refused) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Returns the status for the code of an error, a call's or a job's. */
export function exitCodeOf(code: string, status = 0): ExitCode {
  if (code === "credits-too-few" || code === "max-credits") return exitCodes.credits
  if (["signed-out", "token-invalid", "scope-missing", "forbidden"].includes(code)) return exitCodes.forbidden
  if (code === "unreachable" || code === "idempotency-key-busy") return exitCodes.unreachable
  if (status === 408 || status === 429 || status >= 500) return exitCodes.unreachable
  return exitCodes.refused
}

/** Returns what a failed call means for a person at the command line. */
export function refusalOf(error: SheetsmithError, names: readonly string[] = []): Refusal {
  const { message, code, status, fields, retryAfterS } = error
  const lines = Object.entries(fields).map(([field, words]) => {
    const [, item] = /^items\.(\d+)\./.exec(field) ?? []
    return `${names[Number(item)] ?? field}: ${words}`
  })
  const later = retryAfterS === undefined ? [] : [`Try again in ${Math.ceil(retryAfterS)} s.`]
  return new Refusal(
    [...(lines.length > 0 ? lines : [message]), ...later].join("\n"),
    exitCodeOf(code, status),
  )
}
