import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { DatabaseSync } from "node:sqlite"
import type { D1Database } from "@cloudflare/workers-types"
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, Request as RuntimeRequest } from "miniflare"
import { workers } from "../../local/bundle.ts"
import { mailWorker } from "../../local/mail.ts"
import { servedWorker } from "../../local/served-worker.ts"
import type { StandIns } from "../../stand-ins/serve.ts"

type Live = NonNullable<ReturnType<StandIns["cloudflare"]["liveAt"]>>
type Running = { versionId: string; miniflare: Miniflare }

/** Returns the stand-ins' addresses for those of the real vendors. */
export function vendorAddresses(standInsOrigin: string): Record<string, string> {
  return {
    "https://api-m.paypal.com": standInsOrigin,
    "https://api.etsy.com": `${standInsOrigin}/etsy`,
    "https://challenges.cloudflare.com": standInsOrigin,
  }
}

/**
 * Serves the Worker that Cloudflare's stand-in has live at `hostname`: the uploaded modules, settings
 * and secrets, on the local runtime, with copies of the D1 databases that they are bound to. If no
 * Worker is live, connections are cut, as if the name did not resolve.
 */
export async function serveLiveApp(standIns: StandIns, hostname: string) {
  let running: Running | null = null
  let starting: Promise<unknown> = Promise.resolve()

  /** Starts one version at a time; a new one replaces the one before. */
  async function runtimeOf(live: Live): Promise<Miniflare> {
    const started = starting.then(async () => {
      if (running?.versionId === live.version.id) return running.miniflare
      await running?.miniflare.dispose()
      running = { versionId: live.version.id, miniflare: await start(live, standIns.origin) }
      return running.miniflare
    })
    starting = started.catch(() => {})
    return started
  }

  const server = createServer(async (incoming, outgoing) => {
    const live = standIns.cloudflare.liveAt(hostname)
    if (live === null) return incoming.socket.destroy()
    try {
      const miniflare = await runtimeOf(live)
      const url = `https://${hostname}${incoming.url}`
      await pass(await miniflare.dispatchFetch(await requestOf(url, incoming)), outgoing)
    } catch (error) {
      outgoing.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await starting
      await running?.miniflare.dispose()
    },
  }
}

async function start({ account, version }: Live, standInsOrigin: string): Promise<Miniflare> {
  const texts = version.bindings.flatMap(({ name, type, text }) =>
    type === "plain_text" || type === "secret_text" ? [[name, String(text)]] : [],
  )
  const [main] = version.modules.filter(({ name }) => name === version.mainModule)
  const others = version.modules.filter((module) => module !== main && !module.name.endsWith(".map"))
  const edge = servedWorker(workers.edge, Object.fromEntries(texts), {
    modules: [
      { path: "index.js", contents: main.bytes },
      ...others.map(({ name, bytes }) => ({ path: name.replace(/^\.\//, ""), contents: bytes })),
    ],
  })
  const bound = version.bindings.filter(({ type }) => type === "d1")
  const d1Databases = Object.fromEntries(bound.map(({ name }) => [name, name]))
  const addresses = vendorAddresses(standInsOrigin)
  const outboundService = async (request: RuntimeRequest) => {
    const { origin, href } = new URL(request.url)
    const target = addresses[origin]
    if (target === undefined) return new Response("No such host", { status: 502 })
    return fetch(target + href.slice(origin.length), request as unknown as Request)
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      log: new Log(LogLevel.ERROR),
      workers: [
        { ...edge, d1Databases, outboundService: outboundService as never },
        mailWorker(standInsOrigin),
      ],
    }),
  )
  for (const { name, id } of bound) {
    const database = account.databases.find(({ uuid }) => uuid === id)
    if (database) await copy(database.sqlite, await miniflare.getD1Database(name))
  }
  return miniflare
}

/** Copies tables, rows, and then views, indexes and triggers, so that no trigger runs for a copied row. */
async function copy(from: DatabaseSync, to: D1Database): Promise<void> {
  const parts = from
    .prepare(
      `SELECT coalesce(listed.type, part.type) AS kind, part.name, part.sql FROM sqlite_master AS part
      LEFT JOIN pragma_table_list AS listed ON listed.schema = 'main' AND listed.name = part.name
      WHERE part.sql IS NOT NULL AND part.name NOT LIKE 'sqlite_%'`,
    )
    .all() as { kind: string; name: string; sql: string }[]
  const tables = parts.filter(({ kind }) => kind === "table")
  // An index of words makes its own tables, and is filled from the copied rows.
  const words = parts.filter(({ kind }) => kind === "virtual")
  const rest = parts.filter(({ kind }) => ["view", "index", "trigger"].includes(kind))
  if (tables.length === 0) return
  await to.batch(tables.map(({ sql }) => to.prepare(sql)))
  const rows = tables.flatMap(({ name }) => {
    const columns = from
      .prepare(`PRAGMA table_info("${name}")`)
      .all()
      .map((column) => String(column.name))
    const names = columns.map((column) => `"${column}"`).join(", ")
    const insert = `INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`
    const all = from.prepare(`SELECT ${names} FROM "${name}"`).all()
    return all.map((row) => to.prepare(insert).bind(...Object.values(row)))
  })
  // A row may come before the one that it refers to.
  const defer = to.prepare("PRAGMA defer_foreign_keys = true")
  const fill = words.map(
    ({ name }) =>
      `INSERT INTO "${name}" (rowid, words) SELECT rowid, words FROM "${name.replace(/_words$/, "")}"`,
  )
  const later = [...words.map(({ sql }) => sql), ...fill, ...rest.map(({ sql }) => sql)]
  await to.batch([defer, ...rows, ...later.map((sql) => to.prepare(sql))])
}

async function requestOf(url: string, incoming: IncomingMessage): Promise<RuntimeRequest> {
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    name === "host" || name === "connection" ? [] : [[name, String(value)] as [string, string]],
  )
  const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD"
  const chunks: Buffer[] = []
  if (hasBody) for await (const chunk of incoming) chunks.push(chunk)
  return new RuntimeRequest(url, {
    method: incoming.method,
    headers,
    redirect: "manual",
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  })
}

async function pass(
  response: Awaited<ReturnType<Miniflare["dispatchFetch"]>>,
  outgoing: ServerResponse,
): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers].filter(([name]) => !/^(content-encoding|content-length)$/.test(name))
  outgoing.writeHead(response.status, Object.fromEntries(headers)).end(body)
}
