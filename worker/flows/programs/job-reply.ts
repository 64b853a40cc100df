import type { Id } from "../../../contract/id.ts"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { hasJobEnded, type Job, type JobError } from "../../../contract/programs/job.ts"
import type { PrintStatus } from "../../../contract/status.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { readPrintSummaries } from "../../data/prints/print-view.ts"
import { findJob, type JobRow } from "../../data/programs/job-rows.ts"
import { readerOf } from "../../data/reader.ts"
import type { Env } from "../../env.ts"

/** The pauses between two looks at a job that somebody waits for. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 2_000

/** Returns jobs as they are now, each with its sheets. */
export async function jobReplies(db: Database, userId: Id, rows: readonly JobRow[]): Promise<Job[]> {
  const printIds = rows.flatMap(({ printId }) => printId ?? [])
  const prints = await readPrintSummaries(readerOf(db), userId, printIds)
  return rows.map((row) => replyOf(row, row.printId === null ? undefined : prints.get(row.printId)))
}

/** Returns a job; null if there is none. If it is waited for, it is returned when it ends, or so much later. */
export async function readJob(env: Env, userId: Id, id: Id, waitMs: number): Promise<Job | null> {
  const db = databaseOf(env)
  const untilMs = Date.now() + waitMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const row = await findJob(db, userId, id)
    if (!row) return null
    const [reply] = await jobReplies(db, userId, [row])
    if (hasJobEnded(reply.status) || Date.now() + pauseMs > untilMs) return reply
    await scheduler.wait(pauseMs)
  }
}

/** The end of a job whose print is being made; null while it is. */
type RenderEnd = { state: "completed" | "failed"; errors: JobError[] }

/** Returns what a job has come to by the print that it has had processed; undefined: that was deleted. */
export function renderEnd(
  print: { status: PrintStatus; failureMessage: string | null } | undefined,
): RenderEnd | null {
  const failed = (code: JobError["code"], message: string): RenderEnd => ({
    state: "failed",
    errors: [{ item: null, code, message }],
  })
  switch (print?.status) {
    case undefined:
      return failed("conflict", "Its print was deleted.")
    case "Processing":
      return null
    case "Completed":
    case "Deleted":
      return { state: "completed", errors: [] }
    case "Cancelled":
      return failed("conflict", "Its print was cancelled.")
    case "In Draft":
      return failed("unprocessable", print.failureMessage ?? "Its print is a draft again.")
  }
}

function replyOf(row: JobRow, print: PrintSummary | undefined): Job {
  // The row follows when it is looked at next.
  const end = row.state === "rendering" ? renderEnd(print) : null
  const { id, request, createdAt, endedAt } = row
  return {
    _id: id,
    status: end?.state ?? row.state,
    action: request.action,
    reference: row.reference,
    printId: row.printId,
    quote: row.quote,
    progress: row.state === "rendering" ? (print?.progress ?? null) : null,
    files: request.action === "process" ? (print?.fileId ?? []) : [],
    errors: end?.errors ?? row.errors,
    createdAt: new Date(createdAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  }
}
