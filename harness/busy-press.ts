import { setTimeout } from "node:timers/promises"
import type { D1Database } from "@cloudflare/workers-types"
import type { UserHubApi } from "../contract/credits/hub.ts"
import { buildKernels } from "../local/build-kernels.ts"
import { buildWorkers } from "../local/bundle.ts"
import { Client } from "../local/client.ts"
import { connectShop } from "../local/people.ts"
import { type Runtime, startRuntime } from "../local/runtime.ts"
import { type StandIns, serveStandIns } from "../stand-ins/serve.ts"
import { photoJpeg, softArtPng } from "./artwork.ts"
import { copyOf, multiply } from "./crowd.ts"
import { insertPerson } from "./insert-person.ts"

type Identified = { _id: string }
export type Seller = { client: Client; userId: string; image: string; size: string }
/** The milliseconds from a click on Process until a job takes the print up, and until its sheet is there. */
export type Wait = { beginsMs: number; doneMs: number }

const POLL_MS = 25
const PATIENCE_MS = 10 * 60_000
const COPIES = 4

/** The press with sellers who give it much to do, and others who wait. One consumer of each queue. */
export class BusyPress {
  readonly #runtime: Runtime
  readonly #standIns: StandIns
  readonly #db: D1Database
  #shops = 0

  private constructor(runtime: Runtime, standIns: StandIns, db: D1Database) {
    this.#runtime = runtime
    this.#standIns = standIns
    this.#db = db
  }

  static async start(): Promise<BusyPress> {
    await buildKernels()
    await buildWorkers()
    const standIns = await serveStandIns(0)
    const runtime = await startRuntime({ stateDir: null, port: 0, standInsOrigin: standIns.origin })
    return new BusyPress(runtime, standIns, await runtime.miniflare.getD1Database("DB"))
  }

  async stop(): Promise<void> {
    await this.#runtime.dispose()
    await this.#standIns.close()
  }

  /** Adds a seller with one artwork and one size. */
  async givenSeller(name: string, artwork: "light" | "heavy" = "light"): Promise<Seller> {
    const reached = { db: this.#db, hubOf: (id: string) => this.#hubOf(id) }
    const form = { firstName: name, lastName: "Seller", username: name, email: `${name}@shop.test` }
    const { userId, cookies } = await insertPerson(reached, { ...form, password: "a-good-password" })
    const hub = await this.#hubOf(userId)
    await hub.grant({ userId, id: "bench", credits: 1_000_000, note: "Credits for a benchmark" })
    const client = new Client(this.#runtime.origin, { cookies })
    const size = await client.expect<Identified>("POST", "/api/sizes", { name: "Pocket", value: 4 })
    const bytes = artwork === "heavy" ? await photoJpeg(4_000, 4_000) : await softArtPng(600, 720)
    const form2 = new FormData()
    form2.append("files", new File([new Uint8Array(bytes)], artwork === "heavy" ? "photo.jpg" : "art.png"))
    const [image] = await client.expect<Identified[]>("POST", "/api/images/bulk-upload", form2)
    await until(async () => {
      const { status } = await client.expect<{ status: string }>("GET", `/api/images/${image._id}`)
      return status === "Ready"
    })
    return { client, userId, image: image._id, size: size._id }
  }

  /** Presses Process on one new print, and waits until its sheet is there. */
  async timePrint({ client, image, size }: Seller): Promise<Wait> {
    const printItems = [{ imageId: image, sizeId: size, quantity: COPIES }]
    const { _id } = await client.expect<Identified>("POST", "/api/prints", { printItems })
    const startMs = performance.now()
    await client.expect("POST", `/api/prints/${_id}/proccess`, {})
    const row = this.#db
      .prepare(
        "SELECT updated_at AS at, search_effort AS effort, turn_at AS turn FROM attempt WHERE print_id = ?",
      )
      .bind(_id)
    // A job touches the attempt that it takes up, after it got its turn.
    await until(async () => {
      const now = await row.first<{ at: number; effort: string | null; turn: number | null }>()
      return now !== null && now.turn !== null && (now.effort === null || now.at > now.turn)
    })
    const beginsMs = performance.now() - startMs
    await until(async () => {
      const { status } = await client.expect<{ status: string }>("GET", `/api/prints/${_id}`)
      return status === "Completed"
    })
    return { beginsMs, doneMs: performance.now() - startMs }
  }

  /**
   * Has a seller press Process on `count` copies of a print of one sheet, by the rows and the holds that
   * this ends in; the sweep gives the first their turns.
   */
  async processMany(seller: Seller, count: number): Promise<void> {
    const { _id: printId } = await seller.client.expect<Identified>("POST", "/api/prints", {
      printItems: [{ imageId: seller.image, sizeId: seller.size, quantity: COPIES }],
    })
    const { results } = await this.#db
      .prepare("SELECT count(*) AS known FROM attempt WHERE user_id = ?")
      .bind(seller.userId)
      .all<{ known: number }>()
    if (results[0].known > 0) throw new Error("this seller has processed before")
    await seller.client.expect("POST", `/api/prints/${printId}/proccess`, {})
    await until(async () => {
      const { status } = await seller.client.expect<{ status: string }>("GET", `/api/prints/${printId}`)
      return status === "Completed"
    })
    const nowMs = Date.now()
    const whose = `user_id = '${seller.userId}'`
    await multiply(this.#db, "print", whose, count, {
      ...{ request_key: "NULL", status: "'Processing'", printed_at: "NULL" },
      attempt_id: copyOf("attempt_id"),
    })
    await multiply(this.#db, "print_item", `print_id = '${printId}'`, count, { print_id: copyOf("print_id") })
    await multiply(this.#db, "attempt", whose, count, {
      ...{ print_id: copyOf("print_id"), state: "'stamping'", turn_at: "NULL", search_effort: "'balanced'" },
      ...{ is_hold_settled: "0", is_announced: "0", boxes_film_in: "NULL", ink_sq_in: "NULL", cost: "NULL" },
      ...{ created_at: String(nowMs), updated_at: `${nowMs} + n.i` },
    })
    const waiting = await this.#db
      .prepare("SELECT id FROM attempt WHERE user_id = ? AND state = 'stamping'")
      .bind(seller.userId)
      .all<{ id: string }>()
    const hub = await this.#hubOf(seller.userId)
    for (const { id } of waiting.results)
      await hub.hold({ userId: seller.userId, id: `hold:${id}`, credits: COPIES, note: "Benchmark" })
    await this.#runtime.runCron("* * * * *")
  }

  /** Has a seller press Process on prints with that many pieces of one heavy artwork, each of another size. */
  async processPieces({ client, image, size }: Seller, count: number, aPrint = 250): Promise<void> {
    // An account holds a thousand sizes, of which it has one.
    const newSize = async (i: number) => {
      const wanted = { name: `S${i}`, value: 4 + i / 200 }
      return (await client.expect<Identified>("POST", "/api/sizes", wanted))._id
    }
    for (let from = 0; from < count; from += aPrint) {
      const printItems: object[] = []
      for (let i = from; i < Math.min(count, from + aPrint); i++) {
        const sizeId = i === 0 ? size : await newSize(i)
        printItems.push({ imageId: image, sizeId, quantity: 1 })
      }
      const { _id } = await client.expect<Identified>("POST", "/api/prints", { printItems })
      await client.expect("POST", `/api/prints/${_id}/proccess`, { effort: "quick" })
    }
  }

  /** Uploads an artwork, and returns the milliseconds until it was read. */
  async timeUpload({ client }: Seller): Promise<number> {
    const startMs = performance.now()
    const form = new FormData()
    form.append("files", new File([new Uint8Array(await softArtPng(300, 360))], "next.png"))
    const [image] = await client.expect<Identified[]>("POST", "/api/images/bulk-upload", form)
    await until(async () => {
      const { status } = await client.expect<{ status: string }>("GET", `/api/images/${image._id}`)
      return status === "Ready"
    })
    return performance.now() - startMs
  }

  /** Connects a shop at Etsy with a few orders, and waits until these are read. */
  async givenShop({ client, userId }: Seller): Promise<string> {
    const shop = `shop${userId.slice(-8)}${this.#shops++}`
    await this.#tellStandIns({ vendor: "etsy", action: "receipts", shop, count: 3 })
    const id = await connectShop(client, shop)
    await this.#synced(client, id)
    return id
  }

  /** Has shops of an account say nothing from now on, and asks for their syncs. */
  async syncSilent(seller: Seller, count: number): Promise<void> {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await this.givenShop(seller))
    const { results } = await this.#db
      .prepare("SELECT shop_id AS shopId FROM integration WHERE id IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify(ids))
      .all<{ shopId: string }>()
    for (const { shopId } of results)
      await this.#tellStandIns({
        path: `/etsy/v3/application/shops/${shopId}/`,
        ...{ action: "hold", times: 1_000 },
      })
    for (const id of ids) await seller.client.expect("GET", `/api/integrations/${id}/orders`)
  }

  /** Asks for a shop's sync, and returns the milliseconds until its orders were read. */
  async timeSync({ client }: Seller, id: string): Promise<number> {
    const startMs = performance.now()
    await client.expect("GET", `/api/integrations/${id}/orders`)
    await this.#synced(client, id)
    return performance.now() - startMs
  }

  async #synced(client: Client, id: string): Promise<void> {
    await until(async () => {
      const { syncState } = await client.expect<{ syncState: string }>("GET", `/api/integrations/${id}`)
      return syncState !== "running"
    })
  }

  async #tellStandIns(order: object): Promise<void> {
    const { ok } = await fetch(`${this.#standIns.origin}/__control`, {
      method: "POST",
      body: JSON.stringify(order),
    })
    if (!ok) throw new Error("the stand-ins take no such order")
  }

  /** Returns the number of an account's prints that are done, have their turn and wait for it. */
  async countPrints({ userId }: Seller): Promise<{ done: number; underWay: number; waiting: number }> {
    const row = await this.#db
      .prepare(
        `SELECT count(*) FILTER (WHERE state = 'completed') AS done,
          count(*) FILTER (WHERE state IN ('stamping', 'rendering') AND turn_at IS NOT NULL) AS underWay,
          count(*) FILTER (WHERE state = 'stamping' AND turn_at IS NULL) AS waiting FROM attempt WHERE user_id = ?`,
      )
      .bind(userId)
      .first<{ done: number; underWay: number; waiting: number }>()
    return row ?? { done: 0, underWay: 0, waiting: 0 }
  }

  async #hubOf(userId: string): Promise<UserHubApi> {
    const namespace = await this.#runtime.miniflare.getDurableObjectNamespace("USER_HUB")
    return namespace.get(namespace.idFromName(userId)) as unknown as UserHubApi
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error("waited in vain")
    await setTimeout(POLL_MS)
  }
}
