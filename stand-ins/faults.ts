import type { MiddlewareHandler } from "hono"
import { z } from "zod"

/**
 * `/__control`: `after` requests under `path` (and of that `method`) are let through; the next
 * `times` fail with `status`, stall first, are held until a `clear` of their path (then done if the client still waits), get a portal's page, or
 * are done and lose their answer.
 */
const orderSchema = z.object({
  path: z.string().startsWith("/"),
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]).optional(),
  action: z.enum(["fail", "stall", "hold", "nonsense", "portal", "lose", "clear"]),
  after: z.number().int().min(0).max(1_000).default(0),
  status: z.number().int().min(400).max(599).default(500),
  stallMs: z.number().int().min(0).max(60_000).default(2_000),
  times: z.number().int().min(1).max(1_000).default(1),
})
type Order = z.infer<typeof orderSchema>

/** Marks an answer that the server cuts off instead of sending it. */
export const LOST = "x-stand-in-lost"

/** The answer of a network's or a company's portal to everything before sign-in. */
const PORTAL = `<!doctype html><title>Sign in</title><form method="post"><input name="user"><input type="password" name="password"></form>`

/** Orders held at once; more means a test that went wrong. */
const MAX_ORDERS = 100

/** Makes a vendor fail, stall or talk nonsense on request. */
export class Faults {
  #orders: Order[] = []
  #held: { path: string; letGo: () => void }[] = []

  order(body: unknown): { orders: Order[] } {
    const order = orderSchema.parse(body)
    if (order.action === "clear") this.#clear(order.path)
    else this.#orders = [...this.#orders, order].slice(-MAX_ORDERS)
    return this.state()
  }

  state(): { orders: Order[] } {
    return { orders: this.#orders }
  }

  #clear(path: string): void {
    this.#orders = this.#orders.filter((order) => order.path !== path)
    for (const held of this.#held) if (held.path === path) held.letGo()
    this.#held = this.#held.filter((held) => held.path !== path)
  }

  middleware(): MiddlewareHandler {
    return async (c, next) => {
      const order = this.#orders.find(
        ({ path, method }) => c.req.path.startsWith(path) && (!method || c.req.method === method),
      )
      if (!order) return next()
      if (order.after > 0) {
        order.after -= 1
        return next()
      }
      order.times -= 1
      this.#orders = this.#orders.filter((held) => held.times > 0)
      if (order.action === "fail")
        return c.text("The stand-in was told to fail", { status: order.status as 500 })
      if (order.action === "portal") return c.html(PORTAL)
      if (order.action === "nonsense") return c.html("<p>This is not what the vendor documents.</p>")
      if (order.action === "lose") {
        await next()
        c.res = new Response(null, { headers: { [LOST]: "" } })
        return
      }
      await new Promise<void>((resolve) => {
        if (order.action === "hold") this.#held.push({ path: order.path, letGo: resolve })
        else setTimeout(resolve, order.stallMs)
      })
      // A request is not done for a client that has gone meanwhile.
      if (order.action === "hold" && c.req.raw.signal.aborted) return c.body(null)
      return next()
    }
  }
}
