import { type Context, Hono } from "hono"
import { z } from "zod"
import type { Account, Domain, Zone } from "./cloudflare-account.ts"
import { answer, CloudflareError, hexId, noteRead, readBody } from "./cloudflare-reply.ts"
import { scriptOf } from "./cloudflare-scripts.ts"

const originSchema = z.object({ hostname: z.string().min(1), zone_id: z.string().optional() })
const recordsSchema = z.object({
  override_existing_origin: z.boolean().default(false),
  override_existing_dns_record: z.boolean().default(false),
  origins: z.array(originSchema),
})

/** Serves custom domains, by wrangler's calls and by those of developers.cloudflare.com/api/resources/workers. */
export function domains(accountOf: (c: Context) => Account, zonesOf: (account: Account) => Zone[]) {
  const forScript = new Hono()
  const forAccount = new Hono()
  const zoneOf = (account: Account, hostname: string): Zone => {
    const zone = zonesOf(account).find(({ name }) => hostname === name || hostname.endsWith(`.${name}`))
    if (zone) return zone
    throw new CloudflareError(400, 10013, `No zone of this account has the hostname ${hostname}.`)
  }
  const attached = (account: Account, service: string, hostname: string): Domain => {
    const zone = zoneOf(account, hostname)
    return {
      id: hexId(),
      hostname,
      service,
      environment: "production",
      zone_id: zone.id,
      zone_name: zone.name,
      cert_id: crypto.randomUUID(),
    }
  }

  forScript.post("/changeset", async (c) => {
    noteRead(c)
    const account = accountOf(c)
    const { name } = scriptOf(account, c.req.param("script"))
    const origins = await readBody(c, z.array(originSchema), 10026)
    const held = (hostname: string) => account.domains.find((domain) => domain.hostname === hostname)
    return answer(c, {
      added: origins.filter(({ hostname }) => !held(hostname)),
      removed: account.domains.filter(
        ({ service, hostname }) =>
          service === name && !origins.some((origin) => origin.hostname === hostname),
      ),
      updated: origins.flatMap(({ hostname }) => {
        const domain = held(hostname)
        return domain ? [{ ...domain, modified: domain.service !== name }] : []
      }),
      conflicting: origins.filter(
        ({ hostname }) => !held(hostname) && zoneOf(account, hostname).records.includes(hostname),
      ),
    })
  })
  forScript.put("/records", async (c) => {
    const account = accountOf(c)
    const { name } = scriptOf(account, c.req.param("script"))
    const body = await readBody(c, recordsSchema, 10026)
    const wanted = body.origins.map(({ hostname }) => {
      const held = account.domains.find((domain) => domain.hostname === hostname)
      if (held?.service === name) return held
      if (held && !body.override_existing_origin)
        throw new CloudflareError(409, 100116, `Hostname '${hostname}' is used by another Worker.`)
      const zone = zoneOf(account, hostname)
      if (!held && zone.records.includes(hostname) && !body.override_existing_dns_record)
        throw new CloudflareError(
          409,
          100117,
          `Hostname '${hostname}' already has externally managed DNS records.`,
        )
      zone.records = zone.records.filter((record) => record !== hostname)
      return attached(account, name, hostname)
    })
    const replaced = new Set(wanted.map(({ hostname }) => hostname))
    const others = account.domains.filter(
      ({ service, hostname }) => service !== name && !replaced.has(hostname),
    )
    account.domains = [...others, ...wanted]
    return answer(c, wanted)
  })

  forAccount.get("/", (c) => {
    const { hostname, service, zone_id } = c.req.query()
    return answer(
      c,
      accountOf(c).domains.filter(
        (domain) =>
          (!hostname || domain.hostname === hostname) &&
          (!service || domain.service === service) &&
          (!zone_id || domain.zone_id === zone_id),
      ),
    )
  })
  forAccount.get("/records/:domain", (c) => answer(c, find(c)))
  forAccount.get("/:domain", (c) => answer(c, find(c)))
  forAccount.delete("/:domain", (c) => {
    const account = accountOf(c)
    const gone = find(c)
    account.domains = account.domains.filter((domain) => domain !== gone)
    return answer(c, null)
  })

  function find(c: Context): Domain {
    const domain = accountOf(c).domains.find(({ id }) => id === c.req.param("domain"))
    if (domain) return domain
    throw new CloudflareError(404, 100114, "The domain does not exist.")
  }
  return { forScript, forAccount }
}
