import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import { type DatabaseName, FIRST_DATABASE, isDatabaseName, type Placed } from "../database-name.ts"
import type { OpenEnv } from "../env.ts"

type Opened = DrizzleD1Database & { $client: D1Database }
/** A database with accounts: all that belongs to those who live there. */
export type Database = Opened & { readonly has?: "accounts" }
/** The first database as the directory: who there is, where each account lives, what only one may have. */
export type Directory = Opened & { readonly has?: "directory" }
/** Either, for what is written alike in both. */
export type AnyDatabase = Database | Directory

const opened = new WeakMap<D1Database, Opened>()
const documents = new WeakMap<Opened, R2Bucket>()
const placed = new WeakMap<object, Map<DatabaseName, object>>()
/** The environments as the runtime gave them, by those that were made of them. */
const origins = new WeakMap<object, object>()

/** Opens the database of the account, once per isolate. */
export function databaseOf(env: Placed<Pick<OpenEnv, "DB"> & Partial<Pick<OpenEnv, "FILES">>>): Database {
  return openDatabase(bindingOf(env, env.place), env.FILES)
}

/** Opens the directory, once per isolate. */
export function directoryOf(env: Pick<OpenEnv, "DB">): Directory {
  return openDatabase(env.DB)
}

/** Opens a database that a binding has given. */
export function openDatabase(binding: D1Database, files?: R2Bucket): Opened {
  const known = opened.get(binding)
  const database = known ?? drizzle(binding)
  if (!known) opened.set(binding, database)
  if (files) documents.set(database, files)
  return database
}

/** Returns the bucket with the documents of archived rows. */
export function documentsOf(database: Database): R2Bucket {
  const bucket = documents.get(database)
  if (!bucket) throw new Error("this database was opened without its documents")
  return bucket
}

/** Returns the names of the bound databases, the first one first. */
export function databaseNames(env: object): DatabaseName[] {
  return Object.keys(env)
    .filter(isDatabaseName)
    .sort((a, b) => numberOf(a) - numberOf(b))
}

/** Returns the environment of accounts in this database: the same one each time, as settings are kept with it. */
export function envOf<E extends OpenEnv>(env: E, place: DatabaseName): Placed<E> {
  const open = origins.get(env) ?? env
  const known = placed.get(open) ?? new Map<DatabaseName, object>()
  placed.set(open, known)
  const made = known.get(place) ?? {
    ...open,
    ...(place === FIRST_DATABASE ? {} : namedQueues(open, place)),
    place,
  }
  known.set(place, made)
  origins.set(made, open)
  return made as Placed<E>
}

/** Returns the database that a message's account lives in; messages of the first one name none. */
export function placeOfMessage(body: unknown): DatabaseName {
  const name = typeof body === "object" && body !== null ? Reflect.get(body, "database") : undefined
  return typeof name === "string" && isDatabaseName(name) ? name : FIRST_DATABASE
}

/** Returns the queues, whose messages then carry the name of the account's database. */
function namedQueues(env: object, database: DatabaseName): Record<string, Queue> {
  const queues = Object.entries(env).filter(([name]) => name.endsWith("_QUEUE"))
  return Object.fromEntries(queues.map(([name, queue]) => [name, namedQueue(queue as Queue, database)]))
}

function namedQueue(queue: Queue, database: DatabaseName): Queue {
  const named = (body: unknown) => ({ ...(body as object), database })
  const calls: Pick<Queue, "send" | "sendBatch"> = {
    send: (body, options) => queue.send(named(body), options),
    sendBatch: (messages, options) =>
      queue.sendBatch(
        [...messages].map((message) => ({ ...message, body: named(message.body) })),
        options,
      ),
  }
  return calls as Queue
}

function bindingOf(env: object, name: DatabaseName): D1Database {
  const binding: D1Database | undefined = Reflect.get(env, name)
  if (!binding) throw new Error(`no database is bound as ${name}`)
  return binding
}

function numberOf(name: DatabaseName): number {
  return Number(name.slice(3))
}
