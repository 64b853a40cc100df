import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { type Id, idSchema } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { layoutDocumentSchema } from "../../../contract/prints/layout.ts"
import type { Database } from "../database.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { nextDrawn } from "./attempt-stamp-rows.ts"
import { movedAt } from "./change-times.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, type RenderLane, searchSection } from "./tables.ts"

const copiesSchema = z.object({
  items: z.array(
    z.object({
      itemId: idSchema,
      copies: z.array(
        z
          .array(
            z
              .number()
              .int()
              .min(0)
              .max(MAX_PRINT_COPIES - 1),
          )
          .min(1),
      ),
    }),
  ),
})
const sheetsSchema = layoutDocumentSchema.shape.sheets

/** The copies of a section by their items, as in PrintSection. */
export type SectionCopies = z.infer<typeof copiesSchema>

/** The sheets of a section, as of a print of its own: its copies of each item count from 1. */
export type SectionSheets = z.infer<typeof sheetsSchema>

/** A section that is dealt out; `sheets`: those that its search begins from, or null. */
export type NewSection = { copies: SectionCopies; sheets: SectionSheets | null }

type SectionRow = typeof searchSection.$inferSelect
/** A section of a search; `sheets` are the best so far, null until there are some. */
export type SearchSection = Omit<SectionRow, "copies" | "sheets"> & NewSection

/** SQL: the layout of an attempt is being searched. */
function isSearching(attemptId: Id): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = ${attemptId} AND ${attempt.state} = 'stamping' AND ${attempt.searchEffort} IS NOT NULL)`
}

/**
 * Stores the sections of a search, all or nothing; a second call stores none. A heavy print's messages take the long lane
 * from now on. Returns the lane; null if the search has ended.
 */
export async function insertSections(
  db: Database,
  attemptId: Id,
  { sections, lane }: { sections: readonly NewSection[]; lane: RenderLane },
  nowMs: number,
): Promise<RenderLane | null> {
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM ${searchSection} WHERE ${searchSection.attemptId} = ${attemptId} AND ${searchSection.section} = 0)`
  const rows = sections.map(({ copies, sheets }, section) => ({ section, copies, sheets }))
  const { moved } = await namedBatch(db, {
    // The part with the first section, whose absence is the condition of all, comes last.
    sections: jsonParts(rows)
      .reverse()
      .map((part) =>
        insertFrom(
          db,
          searchSection,
          {
            attemptId,
            section: member("section"),
            copies: member("copies"),
            sheets: member("sheets"),
            isDone: false,
            createdAt: nowMs,
          },
          sql`FROM json_each(${part}) WHERE ${isSearching(attemptId)} AND ${isFirst}`,
        ),
      ),
    moved: db
      .update(attempt)
      .set({ ...(lane === "long" ? { lane } : {}), ...movedAt(nowMs) })
      .where(and(eq(attempt.id, attemptId), isSearching(attemptId)))
      .returning({ lane: attempt.lane }),
  })
  return moved.at(0)?.lane ?? null
}

/** Lists the sections of an attempt's search in their order; none if one search does. */
export async function listSections(db: Database, attemptId: Id): Promise<SearchSection[]> {
  const rows = await db
    .select()
    .from(searchSection)
    .where(eq(searchSection.attemptId, attemptId))
    .orderBy(asc(searchSection.section))
  return rows.map(parsed)
}

/** Lists the numbers of the first sections that are not searched yet. */
export async function listWaitingSections(db: Database, attemptId: Id, limit: number): Promise<number[]> {
  const rows = await db
    .select({ section: searchSection.section })
    .from(searchSection)
    .where(and(eq(searchSection.attemptId, attemptId), eq(searchSection.isDone, false)))
    .orderBy(asc(searchSection.section))
    .limit(limit)
  return rows.map(({ section }) => section)
}

/** Finds a section that is still to be searched, with its attempt; null if it is done, or the search has ended. */
export async function findSectionToSearch(
  db: Database,
  attemptId: Id,
  section: number,
): Promise<{ attempt: typeof attempt.$inferSelect; section: SearchSection } | null> {
  const [row] = await db
    .select({ attempt, section: searchSection })
    .from(searchSection)
    .innerJoin(attempt, eq(attempt.id, searchSection.attemptId))
    .where(
      and(
        eq(searchSection.attemptId, attemptId),
        eq(searchSection.section, section),
        eq(searchSection.isDone, false),
        isSearching(attemptId),
      ),
    )
  return row ? { attempt: row.attempt, section: parsed(row.section) } : null
}

/** How far a search in sections is: those that are not done, of all, and the one to be queued next. */
type SectionsLeft = { remaining: number; all: number; next: number | null }

/**
 * Notes the sheets of a section, or with null that those it has stay: its tries have failed. Returns how far the search is; null, with nothing
 * written, if the section was done before or the search has ended.
 */
export async function markSectionDone(
  db: Database,
  { attemptId, section, sheets }: { attemptId: Id; section: number; sheets: SectionSheets | null },
  nowMs: number,
): Promise<SectionsLeft | null> {
  const others = sql`FROM search_section other WHERE other.attempt_id = ${attemptId} AND other.section <> ${section}`
  const { done } = await namedBatch(db, {
    moved: db
      .update(attempt)
      .set(movedAt(nowMs))
      .where(and(eq(attempt.id, attemptId), isSearching(attemptId))),
    done: db
      .update(searchSection)
      .set({ ...(sheets === null ? {} : { sheets: JSON.stringify(sheets) }), isDone: true })
      .where(
        and(
          eq(searchSection.attemptId, attemptId),
          eq(searchSection.section, section),
          eq(searchSection.isDone, false),
          isSearching(attemptId),
        ),
      )
      .returning({
        remaining: sql<number>`(SELECT count(*) ${others} AND other.is_done = 0)`,
        all: sql<number>`(SELECT count(*) + 1 ${others})`,
        next: sql<number | null>`(SELECT other.section ${others} AND other.is_done = 0
          ORDER BY other.section LIMIT ${nextDrawn.limit} OFFSET ${nextDrawn.offset})`,
      }),
  })
  return done.at(0) ?? null
}

/** Deletes the sections of an attempt if `condition` holds, as a statement for a batch. */
export function deleteSections(db: Database, attemptId: Id, condition: SQL) {
  return db.delete(searchSection).where(and(eq(searchSection.attemptId, attemptId), condition))
}

function parsed({ copies, sheets, ...row }: SectionRow): SearchSection {
  return {
    ...row,
    copies: copiesSchema.parse(JSON.parse(copies)),
    sheets: sheets === null ? null : sheetsSchema.parse(JSON.parse(sheets)),
  }
}
