import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types"
import type { OpenEnv } from "../worker/env.ts"

type Stopping = { statement: D1PreparedStatement }

/**
 * Returns the databases as a machine reaches them that stops after so many calls, or after a statement: the last one
 * is done, its answer lost.
 */
export function stoppingAfter(
  databases: Readonly<Record<string, D1Database>>,
  last: number | RegExp,
): { env: OpenEnv; done: () => number } {
  let done = 0
  let calls = typeof last === "number" ? last : Number.POSITIVE_INFINITY
  const call = async <T>(act: () => Promise<T>): Promise<T> => {
    if (done >= calls) throw new Error("the machine has stopped")
    done += 1
    // A connection that was closed while it was idle has not carried the call.
    const answer = await act().catch((error: unknown) => {
      if (error instanceof TypeError && error.message === "fetch failed") return act()
      throw error
    })
    if (done >= calls) throw new Error("the machine has stopped")
    return answer
  }
  const stopping = (statement: D1PreparedStatement): object => ({
    statement,
    bind: (...values: unknown[]) => stopping(statement.bind(...values)),
    all: () => call(() => statement.all()),
    run: () => call(() => statement.run()),
    raw: () => call(() => statement.raw()),
  })
  const bound = Object.entries(databases).map(([name, db]) => [
    name,
    {
      prepare: (sql: string) => {
        if (last instanceof RegExp && last.test(sql)) calls = done + 1
        return stopping(db.prepare(sql))
      },
      batch: (list: Stopping[]) => call(() => db.batch(list.map(({ statement }) => statement))),
    },
  ])
  return { env: Object.fromEntries(bound) as OpenEnv, done: () => done }
}
