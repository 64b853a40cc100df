/** The writings as the API shows them. */
import { sql } from "drizzle-orm"
import type { Writing } from "../../../contract/delivery/writing.ts"
import type { Id } from "../../../contract/id.ts"
import { type Looker, mayLook } from "../accounts/looker.ts"
import type { Reader } from "../reader.ts"
import { progressOfWriting, type WritingRow } from "./writing-rows.ts"

type ViewRow = Pick<
  WritingRow,
  "id" | "destinationId" | "name" | "state" | "failureMessage" | "createdAt"
> & {
  progress: string | null
}

/** Reads a print's writings, oldest first; null unless this user owns it, or is an admin who may look. */
export async function readWritings(read: Reader, looker: Looker, printId: Id): Promise<Writing[] | null> {
  const isTheirs = sql`print.id = ${printId} AND print.trashed_at IS NULL AND ${mayLook(looker, sql`print.user_id`)}`
  const [[known], rows] = await read(
    sql<{ id: Id }>`SELECT print.id AS "id" FROM print WHERE ${isTheirs}`,
    sql<ViewRow>`SELECT writing.id AS "id", writing.destination_id AS "destinationId", writing.name AS "name",
        writing.state AS "state", writing.failure_message AS "failureMessage", writing.created_at AS "createdAt",
        CASE WHEN writing.state IN ('stamping', 'writing') THEN ${progressOfWriting} END AS "progress"
      FROM print JOIN writing ON writing.attempt_id = print.attempt_id
      WHERE ${isTheirs} AND print.status = 'Completed' ORDER BY writing.created_at, writing.id`,
  )
  return known ? rows.map(writingOf) : null
}

function writingOf(row: ViewRow): Writing {
  const { id, destinationId, name, state, failureMessage, createdAt, progress } = row
  return {
    _id: id,
    destinationId,
    name,
    state: state === "written" || state === "failed" ? state : "running",
    progress: progress === null ? null : JSON.parse(progress),
    failureMessage,
    createdAt: new Date(createdAt).toISOString(),
  }
}
