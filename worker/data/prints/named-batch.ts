import type { BatchItem } from "drizzle-orm/batch"
import type { AnyDatabase } from "../database.ts"

type Statement = BatchItem<"sqlite">
/** One statement, several of a kind, or none. */
type Statements = Statement | readonly Statement[] | null
type Rows<One extends Statement> = One["_"]["result"]
type Answer<Some extends Statements> = Some extends Statement
  ? Rows<Some>
  : Some extends readonly Statement[]
    ? Rows<Some[number]>[]
    : null

/**
 * Runs statements in one D1 batch, a transaction in written order, and returns the rows of each under
 * its name. Sends nothing if there is no statement.
 */
export async function namedBatch<Named extends Record<string, Statements>>(
  db: AnyDatabase,
  named: Named,
): Promise<{ [Name in keyof Named]: Answer<Named[Name]> }> {
  const [first, ...others] = Object.values(named).flatMap((some) => some ?? [])
  const results: unknown[] = first ? await db.batch([first, ...others]) : []
  const answers = Object.entries(named).map(([name, some]) => {
    if (some === null) return [name, null]
    return [name, isList(some) ? results.splice(0, some.length) : results.shift()]
  })
  // This is the one place where rows get their statements' types.
  return Object.fromEntries(answers) as never
}

function isList(some: Statement | readonly Statement[]): some is readonly Statement[] {
  return Array.isArray(some)
}
