import { type Context, Hono } from "hono"
import { z } from "zod"
import { eventTypeBody, offeredEventTypes } from "./paypal-listeners.ts"
import { WebhookProblem } from "./paypal-problem.ts"
import type { Tokens } from "./paypal-tokens.ts"
import type { Webhooks } from "./paypal-webhooks.ts"

const verificationSchema = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.url().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.iso.datetime(),
  webhook_id: z.string().max(50),
  webhook_event: z.record(z.string(), z.unknown()),
})

/** Webhooks Management (developer.paypal.com/api/webhooks/v1), below `/v1/notifications`. */
export function notifications(webhooks: Webhooks, tokens: Tokens): Hono {
  const app = new Hono()
  const { listeners } = webhooks
  app.get("/certs/:id", (c) => {
    const pem = webhooks.certificate(c.req.param("id"))
    return pem ? c.text(pem) : c.notFound()
  })
  app.use("*", (c, next) => {
    tokens.check(c)
    return next()
  })
  app.get("/webhooks", (c) => c.json({ webhooks: listeners.all().map((one) => listeners.body(one)) }))
  app.post("/webhooks", async (c) => c.json(listeners.body(listeners.create(await json(c))), 201))
  app.get("/webhooks/:id", (c) => c.json(listeners.body(listeners.find(c.req.param("id")))))
  app.patch("/webhooks/:id", async (c) =>
    c.json(listeners.body(listeners.change(c.req.param("id"), await json(c)))),
  )
  app.delete("/webhooks/:id", (c) => {
    listeners.delete(c.req.param("id"))
    return c.body(null, 204)
  })
  app.get("/webhooks/:id/event-types", (c) =>
    c.json({ event_types: listeners.find(c.req.param("id")).events.map(eventTypeBody) }),
  )
  app.get("/webhooks-event-types", (c) => c.json({ event_types: offeredEventTypes() }))
  app.post("/verify-webhook-signature", async (c) => {
    const body = verificationSchema.safeParse(await json(c))
    if (!body.success) {
      const [field] = body.error.issues[0].path
      throw new WebhookProblem(400, "VALIDATION_ERROR", "Invalid value", String(field))
    }
    const isSigned = webhooks.isSigned({
      algorithm: body.data.auth_algo,
      certificateUrl: body.data.cert_url,
      transmissionId: body.data.transmission_id,
      signature: body.data.transmission_sig,
      time: body.data.transmission_time,
      webhookId: body.data.webhook_id,
      text: JSON.stringify(body.data.webhook_event),
    })
    return c.json({ verification_status: isSigned ? "SUCCESS" : "FAILURE" })
  })
  return app
}

async function json(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw new WebhookProblem(400, "MALFORMED_REQUEST", "Request is not well-formed")
  }
}
