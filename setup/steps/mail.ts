import { z } from "zod"
import { refusalOf, type Setting } from "../setting-step.ts"
import type { Site } from "../site.ts"
import { missing, right, type Step, wrong } from "../step.ts"
import { type Zone, zoneOf } from "../zone.ts"

const SENDER = /^(?:[^<>@"]+ <([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/

const setting: Setting = {
  name: "MAIL_FROM",
  text: "From which address does the app send mail?",
  hint: "Such as Your Shop <hello@your-shop.com>; the domain after @ is one of this account's.",
  check: (value) => (SENDER.test(value) ? null : "Write name@domain, or Name <name@domain>."),
}
const sendingSchema = z.object({ name: z.string(), enabled: z.boolean() })

export const mail: Step = {
  name: "Mail",
  async look(site) {
    const { MAIL_FROM: sender } = site.deployment.vars
    if (sender === undefined) return missing("MAIL_FROM")
    const refusal = refusalOf(setting, sender)
    if (refusal !== null) return wrong(`MAIL_FROM: ${refusal}`)
    const host = hostOf(sender)
    const zone = await zoneOf(site, host)
    if (zone === null) return wrong(`MAIL_FROM: ${noZone(host)}`)
    const enabled = (await sendingOf(site, zone)).some((one) => one.name === host && one.enabled)
    return enabled ? right(sender) : missing(`Email Service does not send for ${host} yet`)
  },
  async make(site) {
    const sender = await rightSender(site)
    const host = hostOf(sender)
    const zone = await zoneOf(site, host)
    if (zone === null) throw new Error(noZone(host))
    site.file.keepVar("MAIL_FROM", sender)
    if ((await sendingOf(site, zone)).some((one) => one.name === host && one.enabled)) return
    // Cloudflare writes SPF, DKIM and the return path into the zone itself.
    const made = await site.cloudflare.write(
      "POST",
      `/zones/${zone.id}/email/sending/subdomains`,
      { name: host },
      sendingSchema,
    )
    if (!made.enabled)
      throw new Error(
        `Cloudflare does not send for ${host} yet. Its records are on the way; run this again in some minutes, or look under Email Sending at https://dash.cloudflare.com.`,
      )
  },
}

/** Returns the configured sender if it can send; else asks for one. */
async function rightSender(site: Site): Promise<string> {
  const problemOf = async (value: string) =>
    refusalOf(setting, value) ?? ((await zoneOf(site, hostOf(value))) ? null : noZone(hostOf(value)))
  const known = site.deployment.vars.MAIL_FROM
  if (known !== undefined && (await problemOf(known)) === null) return known
  const { name, text, hint } = setting
  return site.ask({ key: name, text, hint, check: problemOf })
}

const noZone = (host: string) => `The account has no zone for ${host}: add the domain to Cloudflare first.`

function hostOf(sender: string): string {
  return (sender.match(/@([^\s>]+)>?$/)?.[1] ?? "").toLowerCase()
}

function sendingOf(site: Site, zone: Zone) {
  return site.cloudflare.get(`/zones/${zone.id}/email/sending/subdomains`, z.array(sendingSchema))
}
