import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types"

/**
 * Returns several databases as one, for tests that look behind the app: what is asked is asked of all, and
 * what is changed is changed wherever it is. Rows of `user` are in the directory and in one other.
 */
export function everyD1(databases: readonly D1Database[]): D1Database {
  if (databases.length === 1) return databases[0]
  const all = { prepare: (sql: string) => everyStatement(databases.map((db) => db.prepare(sql))), batch }
  return all as unknown as D1Database

  async function batch(statements: readonly Every[]): Promise<D1Result[]> {
    const results = await Promise.all(
      databases.map((db, i) => db.batch(statements.map(({ each }) => each[i]))),
    )
    return results[0].map((first, i) => ({ ...first, results: results.flatMap((one) => one[i].results) }))
  }
}

type Every = { each: readonly D1PreparedStatement[] }

function everyStatement(each: readonly D1PreparedStatement[]): Every {
  const results = async () => await Promise.all(each.map((one) => one.all()))
  const merged = async () => {
    const [first, ...others] = await results()
    return { ...first, results: [first, ...others].flatMap((one) => one.results) }
  }
  const calls = {
    each,
    bind: (...values: unknown[]) => everyStatement(each.map((one) => one.bind(...values))),
    all: merged,
    run: merged,
    /** The first row that is not empty: a count or an aggregate is that of the database that has the rows. */
    async first(column?: string) {
      const rows = (await merged()).results as Record<string, unknown>[]
      const row =
        rows.find((one) => Object.values(one).some((value) => value !== null && value !== 0)) ?? rows[0]
      return row === undefined ? null : column === undefined ? row : row[column]
    },
    async raw() {
      return (await Promise.all(each.map((one) => one.raw()))).flat()
    },
  }
  return calls
}
