import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types"
import { FIRST_DATABASE } from "../worker/database-name.ts"

/** The tables of the directory, in which no other database has rows. */
const ofDirectory =
  /^(user|mailbox|imported_balance|account_(token|name)|email_change|spent_pass|rate_count|audit_entry)$/

/**
 * Returns several databases, by the names of their bindings, as one, for tests that look behind the app: what is
 * asked is asked of all, what is changed is changed wherever it is, and what is added goes to the account that a
 * value names, or else wherever that which it belongs to is. Rows of `user` are in the directory and in one other.
 */
export function everyD1(databases: Readonly<Record<string, D1Database>>): D1Database {
  const directory = databases[FIRST_DATABASE]
  const names = Object.keys(databases)
  if (names.length === 1) return directory
  const all = { prepare: (sql: string) => statement(sql, []), batch }
  return all as unknown as D1Database

  type Every = { sql: string; values: readonly unknown[] }
  type Row = Record<string, unknown>

  /** Finds the databases in which these statements of one batch add rows; null if none says. */
  async function placesOf(statements: readonly Every[]): Promise<string[] | null> {
    const added = statements.filter(({ sql }) => isInsert(sql))
    const tables = added.map(({ sql }) => /INTO\s+["`]?(\w+)/i.exec(sql)?.[1] ?? "")
    if (tables.length > 0 && tables.every((table) => ofDirectory.test(table))) return [FIRST_DATABASE]
    const { results } = await directory
      .prepare("SELECT DISTINCT database AS name FROM user WHERE id IN (SELECT value FROM json_each(?))")
      .bind(
        JSON.stringify(added.flatMap(({ values }) => values).filter((value) => typeof value === "string")),
      )
      .all<{ name: string }>()
    return results.length === 0 ? null : results.map(({ name }) => name)
  }

  async function batch(statements: readonly Every[]): Promise<D1Result<Row>[]> {
    const isAdding = statements.some(({ sql }) => isInsert(sql))
    const places = isAdding ? await placesOf(statements) : names
    const answers = await Promise.all(
      names.map(async (name) => {
        const own = statements.map((one) => ({
          ...one,
          isHere: !isInsert(one.sql) || !places || places.includes(name),
        }))
        const sent = own
          .filter(({ isHere }) => isHere)
          .map(({ sql, values }) => bound(databases[name], sql, values))
        if (sent.length === 0) return null
        try {
          const results = await databases[name].batch<Row>(sent)
          return own.map(({ isHere }) => (isHere ? (results.shift() ?? null) : null))
        } catch (error) {
          // What it belongs to is elsewhere.
          if (isAdding && places === null && /FOREIGN KEY/.test(String(error))) return null
          throw error
        }
      }),
    )
    const [first] = answers.filter((results) => results !== null)
    if (first === undefined) throw new Error("FOREIGN KEY constraint failed in every database")
    return statements.map((_, i) => {
      const each = answers.flatMap((results) => results?.[i] ?? [])
      const [{ meta, ...one }] = each
      const changes = each.reduce((sum, result) => sum + result.meta.changes, 0)
      return { ...one, meta: { ...meta, changes }, results: each.flatMap(({ results }) => results) }
    })
  }

  function statement(sql: string, values: readonly unknown[]): object {
    const run = async () => (await batch([{ sql, values }]))[0]
    return {
      sql,
      values,
      bind: (...given: unknown[]) => statement(sql, given),
      all: run,
      run,
      /** The first row that is not empty: a count or an aggregate is that of the database that has the rows. */
      async first(column?: string) {
        const rows = (await run()).results
        const row =
          rows.find((one) => Object.values(one).some((value) => value !== null && value !== 0)) ?? rows[0]
        return row === undefined ? null : column === undefined ? row : row[column]
      },
      async raw() {
        const own = (isInsert(sql) && (await placesOf([{ sql, values }]))) || names
        return (await Promise.all(own.map((name) => bound(databases[name], sql, values).raw()))).flat()
      },
    }
  }
}

function isInsert(sql: string): boolean {
  return /^\s*(WITH\b.*?\)\s*)?INSERT\b/is.test(sql)
}

function bound(db: D1Database, sql: string, values: readonly unknown[]): D1PreparedStatement {
  return db.prepare(sql).bind(...values)
}
