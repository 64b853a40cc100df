/**
 * Two sellers with three shops whose clock a test moves: one sells at Etsy and by files, the other at
 * Shopify, and each begins in a database of their own. Buyers' actions, and failures of vendors and
 * machines, are drawn from a seed.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { D1Database, R2Bucket } from "@cloudflare/workers-types"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import type { Integration } from "../../contract/integrations/integration.ts"
import { Client } from "../../local/client.ts"
import { localOperatorKey } from "../../local/local-settings.ts"
import { allowShop, signIn } from "../../local/people.ts"
import { freePort } from "../../local/port.ts"
import { type Runtime, startRuntime } from "../../local/runtime.ts"
import { type StandIns, serveStandIns } from "../../stand-ins/serve.ts"
import { insertPerson } from "../insert-person.ts"
import { logoSvg } from "../logo-svg.ts"
import { clockFronts, restoreClock, setClock } from "./shifted-clock.ts"

const EVERY_MINUTE = "* * * * *"
const NIGHTLY = "17 3 * * *"
export const YEAR_ZONE = "America/New_York"

/** Planned failures of a marketplace that may still lie ahead of a seller. */
const MOST_REFUSED = 10

/** The databases that accounts live in. */
const DATABASES = 2
/** The sellers: one after the other lives in the next database, the second one in the first. */
const people = ["zeno", "yara"] as const

const PASSWORD = "a-good-password"
export const GRANTED_CREDITS = 100_000

/** A seller, signed in, with artwork, sizes and a template. */
export type Seller = {
  readonly email: string
  readonly userId: string
  readonly sheetTemplateId: string
  client: Client
}
/** The SKUs; all but the last have artwork of their name. */
export const skus = ["MOTH", "CAT", "WAVE", "TACO", "NOBODY-HAS-THIS"]
const sizes = { Pocket: 1, Sleeve: 1.5 }
export const sizeNames = Object.keys(sizes)

export class World {
  readonly standIns: StandIns
  readonly #stateDir: string
  readonly #port: number
  #runtime: Runtime
  readonly #sellers: Seller[] = []

  private constructor(standIns: StandIns, stateDir: string, port: number, runtime: Runtime) {
    this.standIns = standIns
    this.#stateDir = stateDir
    this.#port = port
    this.#runtime = runtime
  }

  /** Opens the shops and the accounts at a moment. */
  static async open(nowMs: number): Promise<World> {
    await setClock(nowMs, null)
    const standIns = await serveStandIns(0)
    const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-year-"))
    const port = await freePort()
    const world = new World(standIns, stateDir, port, await start(standIns, stateDir, port))
    for (const name of people) world.#sellers.push(await world.#settle(name))
    return world
  }

  async close(): Promise<void> {
    await this.#runtime.dispose()
    await this.standIns.close()
    rmSync(this.#stateDir, { recursive: true, force: true })
    restoreClock()
  }

  /** Stops everything at once, in the middle of its work, and starts it again. */
  async restart(): Promise<void> {
    await this.#runtime.dispose()
    this.#runtime = await start(this.standIns, this.#stateDir, this.#port)
  }

  seller(name: (typeof people)[number]): Seller {
    return this.#sellers[people.indexOf(name)]
  }

  get sellers(): readonly Seller[] {
    return this.#sellers
  }

  /** Returns the databases by the names of their bindings. */
  async databases(): Promise<Record<string, D1Database>> {
    const { databases, miniflare } = this.#runtime
    const opened = databases.map(async (name) => [name, await miniflare.getD1Database(name)] as const)
    return Object.fromEntries(await Promise.all(opened)) as unknown as Record<string, D1Database>
  }

  files(): Promise<R2Bucket> {
    return this.#runtime.miniflare.getR2Bucket("FILES") as unknown as Promise<R2Bucket>
  }

  /** Returns the name of the database in which a seller lives. */
  async placeOf({ userId }: Pick<Seller, "userId">): Promise<string> {
    const { DB } = await this.databases()
    const place = await DB.prepare("SELECT database FROM user WHERE id = ?").bind(userId).first("database")
    if (typeof place !== "string") throw new Error(`the directory does not know ${userId}`)
    return place
  }

  /** Returns the database in which a seller lives. */
  async db(seller: Pick<Seller, "userId">): Promise<D1Database> {
    return (await this.databases())[await this.placeOf(seller)]
  }

  async hub({ userId }: Pick<Seller, "userId">): Promise<UserHubApi> {
    const namespace = await this.#runtime.miniflare.getDurableObjectNamespace("USER_HUB")
    return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
  }

  /** Moves the clock and lets the minute's cron run. */
  async tick(nowMs: number): Promise<void> {
    await setClock(nowMs, this.#runtime.origin)
    await this.#runtime.runCron(EVERY_MINUTE, nowMs)
  }

  async nightly(): Promise<void> {
    await this.#runtime.runCron(NIGHTLY, Date.now())
  }

  /** Calls as `npm run move` does, once; returns the state in which the move is then. */
  async move({ email }: Seller, to: string): Promise<string> {
    const headers = { authorization: `Bearer ${localOperatorKey}` }
    const operator = new Client(this.#runtime.origin, { headers })
    const request = { email, to, isBack: false }
    return (await operator.expect<{ state: string }>("POST", "/api/operator/moves", request)).state
  }

  /** Signs everybody in again, which is necessary after a month. */
  async signIn(): Promise<void> {
    for (const seller of this.#sellers) {
      seller.client = new Client(this.#runtime.origin)
      await signIn(seller.client, { email: seller.email, password: PASSWORD })
    }
  }

  /** Sends an event to a stand-in. */
  async control(order: Record<string, unknown>): Promise<Record<string, unknown>> {
    const reply = await fetch(`${this.standIns.origin}/__control`, {
      method: "POST",
      body: JSON.stringify(order),
    })
    if (reply.status !== 200) throw new Error(`${JSON.stringify(order)}: ${await reply.text()}`)
    return (await reply.json()) as Record<string, unknown>
  }

  /** Runs the cron minute by minute until the condition holds. */
  async minutesUntil(what: string, isSo: () => Promise<boolean>, most = 60): Promise<void> {
    for (let minute = 0; minute < most; minute++) {
      if (await isSo()) return
      await this.tick(Date.now() + MINUTE_MS)
      await this.calm()
    }
    throw new Error(`after ${most} minutes, not yet: ${what}`)
  }

  /** Waits while prints are in the queues, and shortly for syncs, which may be at a pause. */
  async calm(): Promise<void> {
    const databases = Object.values(await this.databases())
    for (let tries = 0; tries < 2_400; tries++) {
      const counts = await Promise.all(
        databases.map((db) =>
          db
            .prepare(
              `SELECT (SELECT count(*) FROM print WHERE status = 'Processing') + (SELECT count(*) FROM attempt WHERE is_hold_settled = 0) AS prints,
                (SELECT count(*) FROM integration WHERE sync_state = 'running') AS syncs`,
            )
            .first<{ prints: number; syncs: number }>(),
        ),
      )
      const isCalm = (of: "prints" | "syncs") => counts.every((row) => row?.[of] === 0)
      if (isCalm("prints") && (isCalm("syncs") || tries > 40)) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error("the queues have not come to rest")
  }

  /** Sums a count, `n`, over the sellers (`?1`), each where they live. */
  async count(sql: string): Promise<number> {
    const counts = await Promise.all(
      this.#sellers.map(async (seller) =>
        (await this.db(seller)).prepare(sql).bind(seller.userId).first<number>("n"),
      ),
    )
    return counts.reduce((sum: number, n) => sum + (n ?? 0), 0)
  }

  async #settle(name: string): Promise<Seller> {
    const databases = await this.databases()
    const hubOf = (id: string) => this.hub({ userId: id })
    const person = names(name)
    const { userId, cookies } = await insertPerson(
      { db: databases.DB, databases, hubOf },
      { ...person, password: PASSWORD },
    )
    const client = new Client(this.#runtime.origin, { cookies })
    const { firstName, lastName, email } = person
    const form = { firstName, lastName, email, phone: "" }
    await client.expect("PUT", "/api/profile", { ...form, timeZone: YEAR_ZONE })
    const hub = await hubOf(userId)
    await hub.grant({ userId, id: "test:credits", credits: GRANTED_CREDITS, note: "A year's credits" })
    return { email, userId, client, sheetTemplateId: await stock(client) }
  }

  /** Connects a shop, and allows to mark its orders as shipped. */
  async connect({ client }: Seller, shop: string, type: "Etsy" | "Shopify"): Promise<string> {
    const request = { name: shop, type, shop }
    const { _id } = await client.expect<{ _id: string }>("POST", "/api/integrations", request)
    await this.#allow(client, _id, shop)
    return _id
  }

  async #allow(client: Client, id: string, shop: string): Promise<void> {
    const path = `/api/integrations/${id}/auth?ships=true`
    const { connectUrl } = await client.expect<{ connectUrl: string }>("GET", path)
    await allowShop(client, connectUrl, shop)
  }

  /**
   * Connects a shop again that has lost its connection: after a power cut between the vendor's answer
   * and its storing, nobody has the new tokens.
   */
  async reconnect({ client }: Seller, id: string, shop: string): Promise<void> {
    const isConnected = async () =>
      (await client.expect<Integration>("GET", `/api/integrations/${id}`)).session !== null
    for (let refused = 0; !(await isConnected()); refused++) {
      await this.#allow(client, id, shop).catch((error: unknown) => {
        // A failure of the marketplace that no sync has met yet meets the seller, who tries again.
        if (refused === MOST_REFUSED) throw error
      })
    }
  }
}

function names(name: string) {
  const firstName = name[0].toUpperCase() + name.slice(1)
  const username = `${name}-year`
  return { firstName, lastName: "Seller", username, email: `${username}@shop.test` }
}

/** Uploads a seller's artwork and makes the sizes; returns the id of the template, which has prices. */
async function stock(client: Client): Promise<string> {
  const form = new FormData()
  for (const sku of skus.slice(0, -1))
    form.append("files", new File([logoSvg() as Uint8Array<ArrayBuffer>], `${sku.toLowerCase()}.svg`))
  const images = await client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
  for (const { _id } of images) {
    for (let tries = 0; tries < 1_200; tries++) {
      const { status } = await client.expect<{ status: string }>("GET", `/api/images/${_id}`)
      if (status === "Ready") break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  for (const [name, value] of Object.entries(sizes))
    await client.expect("POST", "/api/sizes", { name, value })
  const template = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
    ...defaultSheetTemplate,
    ...{ name: "Year", widthIn: 12, maxLengthIn: 24, dpi: 72, isDefault: true },
    filmPrice: { amount: 3.37, per: "foot", currency: "USD" },
    ...{ inkPricePerSquareInch: 0.013, powderPricePerSquareInch: 0.0021, creditPrice: 0.037 },
  })
  return template._id
}

/** The errors that the Workers may log: of planned faults, and of work that a stop has cut. */
const planned = /Service unavailable|refresh_token is invalid/

function start(standIns: StandIns, stateDir: string, port: number): Promise<Runtime> {
  const onError = (line: string) => planned.test(line)
  const fronts = clockFronts()
  return startRuntime({
    stateDir,
    port,
    standInsOrigin: standIns.origin,
    databases: DATABASES,
    onError,
    ...fronts,
  })
}
