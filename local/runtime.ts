import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type MiniflareOptions,
  type V4WorkerOptions,
} from "miniflare"
import { paypalWebhookPath } from "../contract/credits/paypal-events.ts"
import { workers } from "./bundle.ts"
import { localSettings } from "./local-settings.ts"
import { mailWorker } from "./mail.ts"
import { migrate, OtherVersionError } from "./migrate.ts"
import { registerWebhook } from "./paypal.ts"
import { freePort } from "./port.ts"
import { builtOptions, servedWorker, type WorkerModule } from "./served-worker.ts"

export type RuntimeOptions = {
  /** The folder for D1, R2, queues and objects; null keeps everything in memory. */
  stateDir: string | null
  /** 0 picks a free port. */
  port: number
  /** The origin of the stand-ins for outside vendors, no trailing slash. */
  standInsOrigin: string
  /** The origin people use; by default the runtime's own. */
  appOrigin?: string
  /** The number of databases that accounts live in; one by default, or as many as `DATABASES` says. */
  databases?: number
  /** The interval of the every-minute cron; 0 leaves cron to the caller. */
  cronEveryMs?: number
  /** Settings laid over the local ones. */
  settings?: Record<string, string>
  /** The port of V8's inspector protocol for the Workers' isolates; by default none. */
  inspectorPort?: number
  /** The Workers' modules, `index.js` first; by default those that wrangler wrote. */
  modules?: WorkersModules
  /** Gets each line of routine information (sign-ins and the like); by default VERBOSE alone prints it. */
  onInfo?: (line: string) => void
  /** Gets each error the Worker logs; errors it answers true to are not printed. */
  onError?: (line: string) => boolean
  /** A module in front of the built edge, which it imports as `./index.js`. */
  entry?: string
  /** A module in front of the built press, likewise. */
  pressEntry?: string
  /** A module in front of all the edge's modules, which it imports as `./served-worker.js`. */
  front?: string
  /** A test's own Worker, to which both are bound by this name. */
  beside?: { name: string; script: string }
}

export type WorkersModules = { edge: readonly WorkerModule[]; press: readonly WorkerModule[] }

export type Runtime = {
  miniflare: Miniflare
  /** The names of the databases' bindings, the directory's first. */
  databases: readonly string[]
  origin: string
  runCron(cron: string, atMs?: number): Promise<void>
  /** Returns the Worker that has the queues and the cron. */
  press(): ReturnType<Miniflare["getWorker"]>
  /** Replaces the Workers' modules; stored data stays. */
  swapModules(modules: WorkersModules): Promise<void>
  dispose(): Promise<void>
}

/** The cron that tells the press that its queues are empty; see worker/jobs/run-scheduled.ts. */
const AFTER_RESTART = "@restart"

/**
 * Starts the built Workers (see bundle.ts) on the real local runtime, migrated, with their mail
 * going to the stand-in mailbox.
 */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const startedMs = Date.now()
  const port = options.port === 0 ? await freePort() : options.port
  const origin = `http://localhost:${port}`
  const webhookId = await registerWebhook(options.standInsOrigin, origin + paypalWebhookPath)
  const settings = {
    ...localSettings(options.appOrigin ?? origin, options.standInsOrigin),
    PAYPAL_WEBHOOK_ID: webhookId,
    ...options.settings,
  }
  // Before the port is open: anyone calling meanwhile would meet a database without tables.
  const names = databaseNames(options)
  if (options.stateDir !== null) await migrateStored(options.stateDir, names)
  const miniflare = new Miniflare(miniflareOptions(options, port, settings))
  await miniflare.ready
  // In memory, the database is this runtime's own; nobody knows its port yet.
  if (options.stateDir === null) for (const name of names) await migrate(await miniflare.getD1Database(name))
  const press = () => miniflare.getWorker(workers.press.name)
  const runCron = async (cron: string, atMs = Date.now()) => {
    const worker = await press()
    await worker.scheduled({ cron, scheduledTime: new Date(atMs) })
  }
  // Queues are in memory here: work under way when the last runtime stopped goes on now.
  if (options.stateDir !== null) await runCron(AFTER_RESTART, startedMs)
  const timer = options.cronEveryMs
    ? setInterval(() => runCron("* * * * *").catch(report), options.cronEveryMs)
    : undefined
  return {
    miniflare,
    databases: names,
    origin,
    runCron,
    press,
    swapModules: (modules) => miniflare.setOptions(miniflareOptions({ ...options, modules }, port, settings)),
    async dispose() {
      clearInterval(timer)
      await miniflare.dispose()
    },
  }
}

/** Returns the names by which the databases are bound, the directory's first. */
function databaseNames({ databases = Number(process.env.DATABASES ?? 1) }: RuntimeOptions): string[] {
  return ["DB", ...Array.from({ length: databases - 1 }, (_, i) => `DB_${i + 1}`)]
}

/** Returns the same Worker with all databases: those beside the first have their name for an id. */
function withDatabases<T extends { d1Databases?: unknown }>(worker: T, names: readonly string[]): T {
  const [, ...more] = names
  const d1Databases = {
    ...(worker.d1Databases as object),
    ...Object.fromEntries(more.map((name) => [name, name])),
  }
  return { ...worker, d1Databases }
}

/** Migrates the databases in a folder, through a runtime that serves nothing else. Says what to do with one that cannot be. */
async function migrateStored(stateDir: string, names: readonly string[]): Promise<void> {
  const { d1Databases } = withDatabases(builtOptions(workers.press, {}), names)
  const script = "export default { fetch: () => new Response(null, { status: 404 }) }"
  const worker = {
    name: workers.press.name,
    compatibilityDate: "2026-07-01",
    modules: [{ type: "ESModule", path: "migrate.js", contents: script } as const],
    d1Databases,
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: 0,
      workers: [worker],
      resourcePersistencePath: stateDir,
    }),
  )
  try {
    for (const name of names) await migrate(await miniflare.getD1Database(name))
  } catch (error) {
    if (!(error instanceof OtherVersionError)) throw error
    throw new OtherVersionError(
      `The data in ${stateDir} belongs to another version of Sheetsmith (${error.message}).\nMove the folder away or delete it, then start again: the app begins with empty data. To keep accounts, export them with that version first (npm run export) and import them here.`,
    )
  } finally {
    await miniflare.dispose()
  }
}

function miniflareOptions(
  options: RuntimeOptions,
  port: number,
  settings: Record<string, string>,
): MiniflareOptions {
  const { front, entry, pressEntry, modules, beside } = options
  const names = databaseNames(options)
  const bound = beside && { [beside.name]: beside.name }
  const edge = servedWorker(workers.edge, settings, { front, entry, modules: modules?.edge, bound })
  const press = servedWorker(workers.press, settings, { entry: pressEntry, modules: modules?.press, bound })
  const helpers = [mailWorker(options.standInsOrigin), ...(beside ? [besideWorker(beside)] : [])]
  // Wrangler gives its options in the form of Miniflare 4.
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port,
    log: new Log(process.env.VERBOSE ? LogLevel.INFO : LogLevel.ERROR),
    handleStructuredLogs: print(options.onInfo ?? printVerbose, options.onError),
    workers: [...[edge, press].map((worker) => withDatabases(worker, names)), ...helpers],
    ...(options.stateDir === null ? {} : { resourcePersistencePath: options.stateDir }),
    unsafeTriggerHandlers: false,
    ...(options.inspectorPort === undefined ? {} : { inspectorPort: options.inspectorPort }),
  })
}

function besideWorker({ name, script }: NonNullable<RuntimeOptions["beside"]>): V4WorkerOptions {
  const modules = [{ type: "ESModule", path: "beside.js", contents: script } as const]
  return { name, compatibilityDate: "2026-07-01", modules }
}

/** Lines of the runtime that report no error. */
const harmless = [
  // A caller closed the connection before the answer was written, such as a browser whose WebSocket
  // is refused; see https://github.com/cloudflare/workerd/issues/3207.
  /^kj::\S+ = kj\/async-io-unix\.c\+\+:\d+: disconnected: ::(read|write)\(/,
  // On a busy machine an object's alarm rings late. It rings all the same.
  /^NOSENTRY SQLite alarm overdue, running /,
]

/** Prints every line the Worker writes except routine information. */
function print(onInfo: (line: string) => void, onError: (line: string) => boolean = () => false) {
  return ({ level, message }: { level: string; message: string }) => {
    if (level === "error" && onError(message)) return
    if (level === "info" || harmless.some((line) => line.test(message))) onInfo(message)
    else if (level === "error" || level === "warn") console.error(message)
    else console.log(message)
  }
}

function printVerbose(line: string): void {
  if (process.env.VERBOSE) console.info(line)
}

function report(error: unknown): void {
  console.error(error)
}
