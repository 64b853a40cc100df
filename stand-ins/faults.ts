import type { MiddlewareHandler } from "hono"
import { z } from "zod"

/** `/__control`: the next `times` requests under `path` fail with `status` or stall first. */
const orderSchema = z.object({
  path: z.string().startsWith("/"),
  action: z.enum(["fail", "stall", "nonsense", "clear"]),
  status: z.number().int().min(400).max(599).default(500),
  stallMs: z.number().int().min(0).max(60_000).default(2_000),
  times: z.number().int().min(1).max(1_000).default(1),
})
type Order = z.infer<typeof orderSchema>

/** Orders held at once; more means a test that went wrong. */
const MAX_ORDERS = 100

/** Makes a vendor fail, stall or talk nonsense on request. */
export class Faults {
  #orders: Order[] = []

  order(body: unknown): { orders: Order[] } {
    const order = orderSchema.parse(body)
    if (order.action === "clear") this.#orders = this.#orders.filter((held) => held.path !== order.path)
    else this.#orders = [...this.#orders, order].slice(-MAX_ORDERS)
    return this.state()
  }

  state(): { orders: Order[] } {
    return { orders: this.#orders }
  }

  middleware(): MiddlewareHandler {
    return async (c, next) => {
      const order = this.#orders.find((held) => c.req.path.startsWith(held.path))
      if (!order) return next()
      order.times -= 1
      this.#orders = this.#orders.filter((held) => held.times > 0)
      if (order.action === "fail")
        return c.text("The stand-in was told to fail", { status: order.status as 500 })
      if (order.action === "nonsense") return c.html("<p>This is not what the vendor documents.</p>")
      await new Promise((resolve) => setTimeout(resolve, order.stallMs))
      return next()
    }
  }
}
