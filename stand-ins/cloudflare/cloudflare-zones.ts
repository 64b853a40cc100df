import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Sender, Zone } from "./cloudflare-account.ts"
import { answer, answerPage, CloudflareError, hexId, readBody } from "./cloudflare-reply.ts"

const MAX_SENDERS = 50

/**
 * Serves zones, their mail senders, and whether bots are challenged
 * (developers.cloudflare.com/api/resources/zones, /email_sending, /bot_management).
 */
export function zones(allZones: () => Zone[], nameOfAccount: (id: string) => string) {
  const app = new Hono()
  const find = (c: Context) => {
    const zone = allZones().find(({ id }) => id === c.req.param("zone"))
    if (zone) return zone
    throw new CloudflareError(
      404,
      7003,
      `Could not route to ${c.req.path}, perhaps your object identifier is invalid?`,
    )
  }
  const findSender = (c: Context) => {
    const sender = find(c).senders.find(({ tag }) => tag === c.req.param("sender"))
    if (sender) return sender
    throw new CloudflareError(404, 2007, "The sending subdomain does not exist.")
  }
  const described = ({ id, name, status, accountId }: Zone) => ({
    id,
    name,
    status,
    paused: false,
    type: "full",
    account: { id: accountId, name: nameOfAccount(accountId) },
    name_servers: ["ada.ns.cloudflare.com", "bob.ns.cloudflare.com"],
    plan: { id: "0feeeeeeeeeeeeeeeeeeeeeeeeeeeeee", name: "Free Website" },
  })

  app.get("/", (c) => {
    const { name, status } = c.req.query()
    const account = c.req.query("account.id")
    const all = allZones().filter(
      (zone) =>
        (!name || zone.name === name) &&
        (!status || zone.status === status) &&
        (!account || zone.accountId === account),
    )
    return answerPage(c, all.map(described))
  })
  app.get("/:zone", (c) => answer(c, described(find(c))))

  app.get("/:zone/bot_management", (c) => {
    const { fightMode } = find(c)
    return answer(c, { fight_mode: fightMode, enable_js: true, using_latest_model: true })
  })
  app.put("/:zone/bot_management", async (c) => {
    const zone = find(c)
    const { fight_mode } = await readBody(c, z.object({ fight_mode: z.boolean() }), 10026)
    zone.fightMode = fight_mode
    return answer(c, { fight_mode, enable_js: true, using_latest_model: true })
  })

  app.get("/:zone/email/sending/subdomains", (c) => answer(c, find(c).senders))
  app.post("/:zone/email/sending/subdomains", async (c) => {
    const zone = find(c)
    const { name } = await readBody(c, z.object({ name: z.string().min(1) }), 2001)
    if (name !== zone.name && !name.endsWith(`.${zone.name}`))
      throw new CloudflareError(400, 2001, `${name} is no subdomain of ${zone.name}.`)
    if (zone.senders.some((sender) => sender.name === name))
      throw new CloudflareError(409, 2002, `${name} is a sending subdomain already.`)
    if (zone.senders.length === MAX_SENDERS) throw new CloudflareError(400, 2003, "Too many subdomains.")
    const now = new Date().toISOString()
    const sender: Sender = {
      tag: hexId(),
      name,
      enabled: true,
      created: now,
      modified: now,
      dkim_selector: "cf-bounce",
      return_path_domain: `cf-bounce.${name}`,
    }
    zone.senders.push(sender)
    return answer(c, sender)
  })
  app.get("/:zone/email/sending/subdomains/:sender", (c) => answer(c, findSender(c)))
  app.delete("/:zone/email/sending/subdomains/:sender", (c) => {
    const zone = find(c)
    const gone = findSender(c)
    zone.senders = zone.senders.filter((sender) => sender !== gone)
    return answer(c, null)
  })
  return app
}
