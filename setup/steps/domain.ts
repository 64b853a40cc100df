import { sampleSettings } from "../../worker/sample-settings.ts"
import type { Site } from "../site.ts"
import { missing, right, type Step, wrong } from "../step.ts"
import { zoneOf } from "../zone.ts"

const HOST = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/

export const domain: Step = {
  name: "Domain",
  async look(site) {
    const { domain: host } = site.deployment
    if (host === undefined) return missing("no domain yet")
    const problem = await problemOf(site, host)
    return problem === null ? right(host) : wrong(problem)
  },
  async make(site) {
    const host = await site.ask({
      key: "domain",
      text: "At which domain do people open the app?",
      hint: "Such as print.your-shop.com. Its zone is in this account: https://dash.cloudflare.com, Domains.",
      check: (answer) => problemOf(site, answer.toLowerCase()),
    })
    site.file.keep("domain", host.toLowerCase())
  },
}

async function problemOf(site: Site, host: string): Promise<string | null> {
  if (!HOST.test(host))
    return "A domain is letters, digits, dashes and dots, without https:// and without a path."
  const [sample] = sampleSettings({ APP_ORIGIN: `https://${host}` })
  if (sample) return `${host} is a name for examples.`
  const zone = await zoneOf(site, host)
  if (zone === null) return `The account has no zone for ${host}: add the domain to Cloudflare first.`
  return zone.status === "active"
    ? null
    : `The zone ${zone.name} is ${zone.status}: its registrar has to name Cloudflare's servers first.`
}
