import { constants, DatabaseSync } from "node:sqlite"
import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Account, Database } from "./cloudflare-account.ts"
import { answer, answerPage, CloudflareError, noteRead, readBody } from "./cloudflare-reply.ts"

const MAX_DATABASES = 50
const MAX_STATEMENT_BYTES = 100_000
const MAX_PARAMETERS = 100
/** The statements that D1's runtime refuses. */
const refusedActions: ReadonlySet<number> = new Set([
  constants.SQLITE_ATTACH,
  constants.SQLITE_DETACH,
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_SAVEPOINT,
])

const bindable = z.union([z.null(), z.number(), z.string(), z.boolean()])
const statementSchema = z.object({ sql: z.string().min(1), params: z.array(bindable).default([]) })
const querySchema = z.union([z.object({ batch: z.array(statementSchema).min(1) }), statementSchema])
type Statement = z.infer<typeof statementSchema>

/**
 * Serves D1 over SQLite in memory, by its documents (developers.cloudflare.com/api/resources/d1): the
 * statements of one call run as one transaction, and a failure leaves nothing behind.
 */
export function databases(accountOf: (c: Context) => Account) {
  const app = new Hono()
  const find = (c: Context) => {
    const wanted = c.req.param("database")
    const known = accountOf(c).databases.find(({ uuid, name }) => uuid === wanted || name === wanted)
    if (known) return known
    throw new CloudflareError(404, 7404, `The database ${wanted} could not be found`)
  }

  app.get("/", (c) => {
    const name = c.req.query("name")
    const all = accountOf(c).databases.filter((database) => !name || database.name.includes(name))
    return answerPage(c, all.map(described), 100)
  })
  app.post("/", async (c) => {
    const account = accountOf(c)
    const { name } = await readBody(c, z.object({ name: z.string().regex(/^[a-z0-9][a-z0-9-_]*$/) }), 7400)
    if (account.databases.some((database) => database.name === name))
      throw new CloudflareError(400, 7502, "A database with that name already exists")
    if (account.databases.length === MAX_DATABASES)
      throw new CloudflareError(400, 7406, "You have reached the maximum number of databases")
    const database = openDatabase(name)
    account.databases.push(database)
    return answer(c, described(database))
  })
  app.get("/:database", (c) => answer(c, described(find(c))))
  app.delete("/:database", (c) => {
    const account = accountOf(c)
    const gone = find(c)
    gone.sqlite.close()
    account.databases = account.databases.filter((database) => database !== gone)
    return answer(c, null)
  })
  app.post("/:database/query", async (c) => {
    const database = find(c)
    const body = await readBody(c, querySchema, 7400)
    const before = written(database.sqlite)
    const results = run(database, "batch" in body ? body.batch : [body])
    if (written(database.sqlite) === before) noteRead(c)
    return answer(c, results)
  })
  return app
}

function openDatabase(name: string): Database {
  const sqlite = new DatabaseSync(":memory:")
  return { uuid: crypto.randomUUID(), name, created_at: new Date().toISOString(), sqlite }
}

function described({ uuid, name, created_at, sqlite }: Database) {
  const tables = "SELECT count(*) AS count FROM sqlite_master WHERE type = 'table'"
  return {
    uuid,
    name,
    created_at,
    version: "production",
    num_tables: sqlite.prepare(tables).get()?.count,
    file_size: fileSize(sqlite),
    running_in_region: "WEUR",
    read_replication: { mode: "disabled" },
  }
}

function run({ sqlite }: Database, statements: Statement[]) {
  sqlite.exec("BEGIN")
  sqlite.setAuthorizer((action) => (refusedActions.has(action) ? constants.SQLITE_DENY : constants.SQLITE_OK))
  try {
    const results = statements.flatMap((statement) => runEach(sqlite, statement))
    sqlite.setAuthorizer(null)
    sqlite.exec("COMMIT")
    return results
  } catch (error) {
    sqlite.setAuthorizer(null)
    sqlite.exec("ROLLBACK")
    if (error instanceof CloudflareError) throw error
    throw new CloudflareError(400, 7500, `${(error as Error).message}: SQLITE_ERROR`)
  }
}

/** Runs the statements of one text; each sees what those before it did. */
function runEach(sqlite: DatabaseSync, { sql, params }: Statement) {
  const results = []
  let rest = withoutComments(sql)
  while (rest) {
    const prepared = sqlite.prepare(rest)
    const { sourceSQL } = prepared
    if (sourceSQL.length > MAX_STATEMENT_BYTES || params.length > MAX_PARAMETERS)
      throw new CloudflareError(400, 7500, "statement too long or too many SQL variables: SQLITE_TOOBIG")
    rest = withoutComments(rest.slice(sourceSQL.length))
    const values = params.map((value) => (typeof value === "boolean" ? Number(value) : value))
    const before = totalChanges(sqlite)
    const rows = prepared.all(...values)
    const changes = totalChanges(sqlite) - before
    const meta = {
      served_by: "stand-in",
      duration: 0.1,
      changes,
      last_row_id: 0,
      changed_db: changes > 0,
      size_after: fileSize(sqlite),
      rows_read: rows.length,
      rows_written: changes,
    }
    results.push({ success: true, results: rows, meta })
  }
  return results
}

/** Removes blanks and comments in front; a text of nothing else is no statement. */
function withoutComments(sql: string): string {
  return sql.replace(/^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, "")
}

/** Returns a mark that changes whenever rows or tables do. */
function written(sqlite: DatabaseSync): string {
  return `${totalChanges(sqlite)} ${pragma(sqlite, "schema_version")}`
}

function totalChanges(sqlite: DatabaseSync): number {
  return Number(sqlite.prepare("SELECT total_changes() AS changes").get()?.changes)
}

function fileSize(sqlite: DatabaseSync): number {
  return pragma(sqlite, "page_count") * pragma(sqlite, "page_size")
}

function pragma(sqlite: DatabaseSync, name: string): number {
  return Number(sqlite.prepare(`PRAGMA ${name}`).get()?.[name])
}
