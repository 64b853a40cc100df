import { Hono } from "hono"
import { html } from "hono/html"
import { z } from "zod"
import { page } from "../page.ts"

/**
 * The mails that Cloudflare's send_email binding accepts and its refusals, as documented
 * (developers.cloudflare.com/email-service/api/send-emails/workers-api): one mail to one address.
 */
const addressSchema = z.union([z.string().min(1), z.object({ name: z.string(), email: z.string().min(1) })])
const mailSchema = z.object({
  from: addressSchema,
  to: z.string().min(1),
  subject: z.string().min(1),
  text: z.string().default(""),
  html: z.string().default(""),
})
type Mail = { id: string; at: string; from: string; to: string; subject: string; text: string; html: string }

const codes = [
  "E_VALIDATION_ERROR",
  "E_FIELD_MISSING",
  "E_TOO_MANY_RECIPIENTS",
  "E_SENDER_NOT_VERIFIED",
  "E_RECIPIENT_NOT_ALLOWED",
  "E_RECIPIENT_SUPPRESSED",
  "E_SENDER_DOMAIN_NOT_AVAILABLE",
  "E_CONTENT_TOO_LARGE",
  "E_DELIVERY_FAILED",
  "E_RATE_LIMIT_EXCEEDED",
  "E_DAILY_LIMIT_EXCEEDED",
  "E_INTERNAL_SERVER_ERROR",
  "E_HEADER_NOT_ALLOWED",
  "E_HEADER_USE_API_FIELD",
  "E_HEADER_VALUE_INVALID",
  "E_HEADER_VALUE_TOO_LONG",
  "E_HEADER_NAME_INVALID",
  "E_HEADERS_TOO_LARGE",
  "E_HEADERS_TOO_MANY",
] as const

/**
 * `/__control` with `vendor: "mail"`: refuses the next `times` mails, to that address or to any.
 */
const orderSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("refuse"),
    code: z.enum(codes),
    to: z.string().optional(),
    times: z.number().int().min(1).max(1_000).default(1_000),
  }),
  z.object({ action: z.literal("clear") }),
])
type Refusal = Extract<z.infer<typeof orderSchema>, { action: "refuse" }>

/** Mails kept; the oldest go first. */
const MAX_MAILS = 500

const style = `body { max-width: 46rem; margin: 2rem auto; }
  ul { list-style: none; padding: 0; }
  li { padding: 0.75rem 0; border-bottom: 1px solid #8884; }
  iframe { width: 100%; height: 34rem; border: 1px solid #8886; border-radius: 8px; background: #fff; }
  pre { white-space: pre-wrap; }`

/** Serves a mailbox for every address: a page for people, JSON for programs, newest first. */
export function mailbox() {
  let mails: Mail[] = []
  let refusals: Refusal[] = []
  let refused: { to: string; code: string }[] = []
  const app = new Hono()

  app.post("/mailbox", async (c) => {
    const sent = mailSchema.safeParse(await c.req.json())
    if (!sent.success)
      return c.json({ code: "E_VALIDATION_ERROR", message: z.prettifyError(sent.error) }, 422)
    const { from, ...rest } = sent.data
    const to = addressOf(rest.to)
    const refusal = refusals.find((order) => !order.to || order.to.toLowerCase() === to.toLowerCase())
    if (refusal) {
      refusal.times -= 1
      refusals = refusals.filter(({ times }) => times > 0)
      refused = [{ to, code: refusal.code }, ...refused].slice(0, MAX_MAILS)
      // As in Cloudflare's, the message names the recipient.
      return c.json({ code: refusal.code, message: `The stand-in refuses mail to ${to}` }, 422)
    }
    const id = crypto.randomUUID()
    const sender = typeof from === "string" ? from : `${from.name} <${from.email}>`
    mails = [{ ...rest, to, from: sender, id, at: new Date().toISOString() }, ...mails].slice(0, MAX_MAILS)
    return c.json({ messageId: id }, 201)
  })

  app.get("/mailbox", (c) => {
    const to = c.req.query("to")?.toLowerCase()
    const shown = to ? mails.filter((mail) => mail.to.toLowerCase() === to) : mails
    if (c.req.header("accept")?.includes("application/json")) return c.json(shown)
    return c.html(page("Mailbox", list(shown), style))
  })

  app.get("/mailbox/:id", (c) => {
    const mail = mails.find((candidate) => candidate.id === c.req.param("id"))
    if (!mail)
      return c.html(page("No such mail", html`<p>It may have been pushed out by newer ones.</p>`, style), 404)
    return c.html(page(mail.subject, letter(mail), style))
  })

  return {
    app,
    control(body: unknown): { refused: typeof refused } {
      const order = orderSchema.parse(body)
      refusals = order.action === "clear" ? [] : [...refusals, order]
      return { refused }
    },
    state: () => ({
      count: mails.length,
      refused,
      newest: mails.slice(0, 5).map(({ id, to, subject, at }) => ({ id, to, subject, at })),
    }),
  }
}

/** `Maya <maya@shop.example>` → `maya@shop.example` */
function addressOf(text: string): string {
  return text.match(/<([^<>]+)>\s*$/)?.[1] ?? text
}

function list(mails: readonly Mail[]) {
  if (mails.length === 0)
    return html`<p>Nothing here yet. Mail that Sheetsmith sends on this machine arrives here.</p>`
  return html`<ul>
    ${mails.map((mail) => html`<li><a href="/mailbox/${mail.id}">${mail.subject}</a><br /><small>to ${mail.to}, ${mail.at}</small></li>`)}
  </ul>`
}

function letter(mail: Mail) {
  return html`<p><a href="/mailbox">All mail</a></p>
    <p><small>From ${mail.from} to ${mail.to}, ${mail.at}</small></p>
    <iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${mail.html}"></iframe>
    <h2>Plain text</h2>
    <pre>${mail.text}</pre>`
}
