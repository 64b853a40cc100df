import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Account, Widget } from "./cloudflare-account.ts"
import { answer, answerPage, CloudflareError, hexId, readBody } from "./cloudflare-reply.ts"

const MAX_WIDGETS = 20

const widgetSchema = z.object({
  name: z.string().min(1).max(254),
  domains: z.array(z.string().regex(/^[a-z0-9.-]+$/, "no hostname")).max(10),
  mode: z.enum(["managed", "non-interactive", "invisible"]),
})

/** Serves Turnstile's widgets: developers.cloudflare.com/api/resources/turnstile/subresources/widgets. */
export function widgets(accountOf: (c: Context) => Account) {
  const app = new Hono()
  const find = (c: Context) => {
    const widget = accountOf(c).widgets.find(({ sitekey }) => sitekey === c.req.param("sitekey"))
    if (widget) return widget
    throw new CloudflareError(404, 10404, "The widget does not exist.")
  }

  app.get("/", (c) =>
    answerPage(
      c,
      accountOf(c).widgets.map(({ secret: _secret, ...listed }) => listed),
      25,
    ),
  )
  app.get("/:sitekey", (c) => answer(c, find(c)))
  app.post("/", async (c) => {
    const account = accountOf(c)
    const sent = await readBody(c, widgetSchema, 10400)
    if (account.widgets.length === MAX_WIDGETS) throw new CloudflareError(400, 10403, "Too many widgets.")
    const now = new Date().toISOString()
    const widget: Widget = {
      ...sent,
      sitekey: `0x4AAAAAAA${hexId().slice(0, 14)}`,
      secret: `0x4AAAAAAA${hexId().slice(0, 25)}`,
      created_on: now,
      modified_on: now,
    }
    account.widgets.push(widget)
    return answer(c, widget)
  })
  app.put("/:sitekey", async (c) => {
    const widget = find(c)
    Object.assign(widget, await readBody(c, widgetSchema, 10400), { modified_on: new Date().toISOString() })
    return answer(c, widget)
  })
  app.post("/:sitekey/rotate_secret", (c) => {
    const widget = find(c)
    widget.secret = `0x4AAAAAAA${hexId().slice(0, 25)}`
    widget.modified_on = new Date().toISOString()
    return answer(c, widget)
  })
  return app
}
