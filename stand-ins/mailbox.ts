import { Hono } from "hono"
import { html } from "hono/html"
import { z } from "zod"

const mailSchema = z.object({
  from: z.string(),
  to: z.string().min(1),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
type Mail = z.infer<typeof mailSchema> & { id: string; at: string }

/** Mails kept; the oldest go first. */
const MAX_MAILS = 500

/** A mailbox for every address: a page for people, JSON for programs, newest first. */
export function mailbox() {
  let mails: Mail[] = []
  const app = new Hono()

  app.post("/mailbox", async (c) => {
    const mail = {
      ...mailSchema.parse(await c.req.json()),
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
    }
    mails = [mail, ...mails].slice(0, MAX_MAILS)
    return c.json({ id: mail.id }, 201)
  })

  app.get("/mailbox", (c) => {
    const to = c.req.query("to")?.toLowerCase()
    const found = to ? mails.filter((mail) => mail.to.toLowerCase() === to) : mails
    if (c.req.header("accept")?.includes("application/json")) return c.json(found)
    return c.html(page("Mailbox", list(found)))
  })

  app.get("/mailbox/:id", (c) => {
    const mail = mails.find((candidate) => candidate.id === c.req.param("id"))
    if (!mail)
      return c.html(page("No such mail", html`<p>It may have been pushed out by newer ones.</p>`), 404)
    return c.html(page(mail.subject, letter(mail)))
  })

  return {
    app,
    state: () => ({
      count: mails.length,
      newest: mails.slice(0, 5).map(({ id, to, subject, at }) => ({ id, to, subject, at })),
    }),
  }
}

function page(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
          body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
          ul { list-style: none; padding: 0; }
          li { padding: 0.75rem 0; border-bottom: 1px solid #8884; }
          small { opacity: 0.7; }
          iframe { width: 100%; height: 34rem; border: 1px solid #8886; border-radius: 8px; background: #fff; }
          pre { white-space: pre-wrap; }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`
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
