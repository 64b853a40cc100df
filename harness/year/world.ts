/**
 * A seller with three shops whose clock a test moves: one at Etsy, one at Shopify, one that sends
 * files. Buyers' actions, and failures of vendors and machines, are drawn from a seed.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { D1Database } from "@cloudflare/workers-types"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { UserHubApi } from "../../contract/credits/hub.ts"
import { MINUTE_MS } from "../../contract/duration.ts"
import type { Integration } from "../../contract/integrations/integration.ts"
import { Client } from "../../local/client.ts"
import { allowShop, connectShop, signIn, signUp } from "../../local/people.ts"
import { freePort } from "../../local/port.ts"
import { type Runtime, startRuntime } from "../../local/runtime.ts"
import { type StandIns, serveStandIns } from "../../stand-ins/serve.ts"
import { logoSvg } from "../logo-svg.ts"
import { clockFronts, restoreClock, setClock } from "./shifted-clock.ts"

const EVERY_MINUTE = "* * * * *"
const NIGHTLY = "17 3 * * *"
export const YEAR_ZONE = "America/New_York"

/** Planned failures of a marketplace that may still lie ahead of a seller. */
const MOST_REFUSED = 10

const person = {
  firstName: "Yara",
  lastName: "Seller",
  username: "yara-year",
  email: "yara-year@shop.test",
  password: "a-good-password",
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
  client: Client
  userId = ""
  sheetTemplateId = ""

  private constructor(standIns: StandIns, stateDir: string, port: number, runtime: Runtime) {
    this.standIns = standIns
    this.#stateDir = stateDir
    this.#port = port
    this.#runtime = runtime
    this.client = new Client(runtime.origin)
  }

  /** Opens the shops and the account at a moment. */
  static async open(nowMs: number): Promise<World> {
    await setClock(nowMs, null)
    const standIns = await serveStandIns(0)
    const stateDir = mkdtempSync(join(tmpdir(), "sheetsmith-year-"))
    const port = await freePort()
    const world = new World(standIns, stateDir, port, await start(standIns, stateDir, port))
    await world.#settle()
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

  db(): Promise<D1Database> {
    return this.#runtime.miniflare.getD1Database("DB") as unknown as Promise<D1Database>
  }

  async hub(): Promise<UserHubApi> {
    const namespace = await this.#runtime.miniflare.getDurableObjectNamespace("USER_HUB")
    return namespace.get(namespace.idFromName(this.userId)) as unknown as UserHubApi
  }

  /** Moves the clock and lets the minute's cron run. */
  async tick(nowMs: number): Promise<void> {
    await setClock(nowMs, this.#runtime.origin)
    await this.#runtime.runCron(EVERY_MINUTE, nowMs)
  }

  async nightly(): Promise<void> {
    await this.#runtime.runCron(NIGHTLY, Date.now())
  }

  /** Signs in again, which is necessary after a month. */
  async signIn(): Promise<void> {
    this.client = new Client(this.#runtime.origin)
    await signIn(this.client, person)
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
    const db = await this.db()
    for (let tries = 0; tries < 2_400; tries++) {
      const row = await db
        .prepare(
          `SELECT (SELECT count(*) FROM print WHERE status = 'Processing') + (SELECT count(*) FROM attempt WHERE is_hold_settled = 0) AS prints,
            (SELECT count(*) FROM integration WHERE sync_state = 'running') AS syncs`,
        )
        .first<{ prints: number; syncs: number }>()
      if (row?.prints === 0 && (row.syncs === 0 || tries > 40)) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error("the queues have not come to rest")
  }

  async #settle(): Promise<void> {
    this.client = await signUp(this.#runtime.origin, this.standIns.origin, person)
    const me = await this.client.expect<{ _id: string }>("GET", "/api/profile")
    this.userId = me._id
    const { firstName, lastName, email } = person
    const form = { firstName, lastName, email, phone: "" }
    await this.client.expect("PUT", "/api/profile", { ...form, timeZone: YEAR_ZONE })
    const hub = await this.hub()
    await hub.grant({ userId: this.userId, id: "test:credits", credits: 100_000, note: "A year's credits" })
    await this.#stock()
  }

  async #stock(): Promise<void> {
    const form = new FormData()
    for (const sku of skus.slice(0, -1))
      form.append("files", new File([logoSvg() as Uint8Array<ArrayBuffer>], `${sku.toLowerCase()}.svg`))
    const images = await this.client.expect<{ _id: string }[]>("POST", "/api/images/bulk-upload", form)
    for (const { _id } of images) {
      for (let tries = 0; tries < 1_200; tries++) {
        const { status } = await this.client.expect<{ status: string }>("GET", `/api/images/${_id}`)
        if (status === "Ready") break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    for (const [name, value] of Object.entries(sizes))
      await this.client.expect("POST", "/api/sizes", { name, value })
    const template = await this.client.expect<{ _id: string }>("POST", "/api/sheet-templates", {
      ...defaultSheetTemplate,
      ...{ name: "Year", widthIn: 12, maxLengthIn: 24, dpi: 72, isDefault: true },
      filmPrice: { amount: 3.37, per: "foot", currency: "USD" },
      ...{ inkPricePerSquareInch: 0.013, powderPricePerSquareInch: 0.0021, creditPrice: 0.037 },
    })
    this.sheetTemplateId = template._id
  }

  connect(shop: string, type: "Etsy" | "Shopify"): Promise<string> {
    return connectShop(this.client, shop, type)
  }

  /**
   * Connects a shop again that has lost its connection: after a power cut between the vendor's answer
   * and its storing, nobody has the new tokens.
   */
  async reconnect(id: string, shop: string): Promise<void> {
    const path = `/api/integrations/${id}`
    const isConnected = async () => (await this.client.expect<Integration>("GET", path)).session !== null
    for (let refused = 0; !(await isConnected()); refused++) {
      const { connectUrl } = await this.client.expect<{ connectUrl: string }>("GET", `${path}/auth`)
      await allowShop(this.client, connectUrl, shop).catch((error: unknown) => {
        // A failure of the marketplace that no sync has met yet meets the seller, who tries again.
        if (refused === MOST_REFUSED) throw error
      })
    }
  }
}

/** The errors that the Workers may log: of planned faults, and of work that a stop has cut. */
const planned = /Service unavailable|refresh_token is invalid/

function start(standIns: StandIns, stateDir: string, port: number): Promise<Runtime> {
  const onError = (line: string) => planned.test(line)
  return startRuntime({ stateDir, port, standInsOrigin: standIns.origin, onError, ...clockFronts() })
}
