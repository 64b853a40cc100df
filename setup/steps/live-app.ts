import { z } from "zod"
import { CloudflareError } from "../cloudflare.ts"
import { outsideCall, Unreachable } from "../outside-call.ts"
import type { Site } from "../site.ts"
import { cannotTell, missing, right, type State, type Step, wrong, wrongIf } from "../step.ts"
import { zoneOf } from "../zone.ts"

/** The longest wait for a new address, which needs its certificate and its place in DNS first. */
const WAIT_MS = 5 * 60_000
const PAUSE_MS = 5_000
/** The first status of Cloudflare itself, which finds no Worker at the address yet. */
const FIRST_EDGE_STATUS = 520

/** The check for a zone's Bot Fight Mode, which demands a browser, so PayPal's deliveries fail. */
export const bots: Step = {
  name: "Bot Fight Mode",
  async look(site) {
    const zone = await zoneOf(site, site.domain)
    if (zone === null) return cannotTell(`the account has no zone for ${site.domain}`)
    const where = `https://dash.cloudflare.com, ${zone.name}, Security, Settings, Bot Fight Mode`
    try {
      const schema = z.object({
        fight_mode: z.boolean().optional(),
        sbfm_definitely_automated: z.string().optional(),
      })
      const setting = await site.cloudflare.get(`/zones/${zone.id}/bot_management`, schema)
      const isOn = setting.fight_mode === true || (setting.sbfm_definitely_automated ?? "allow") !== "allow"
      return isOn ? wrong(`it challenges PayPal's webhooks; switch it off: ${where}`) : right("off")
    } catch (error) {
      if (!(error instanceof CloudflareError) || error.status !== 403) throw error
      return cannotTell(`this login may not see it; it has to be off: ${where}`)
    }
  },
}

/** The check of the page, the API and the database, as people reach them. */
export const liveApp: Step = {
  name: "Live app",
  async look(site): Promise<State> {
    try {
      return await lookAtApp(site)
    } catch (error) {
      if (error instanceof Unreachable) return missing(error.message)
      throw error
    }
  },
  async make(site) {
    for (const endMs = Date.now() + WAIT_MS; Date.now() < endMs; ) {
      if ((await this.look(site)).kind !== "missing") return
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  },
}

/** The check whether something waits longer than it should. */
export const health: Step = {
  name: "Health",
  async look(site) {
    const response = await outsideCall(`https://${site.domain}/api/health`)
    if (response.status >= FIRST_EDGE_STATUS)
      return missing(`https://${site.domain} answers ${response.status}: not there yet`)
    if (response.status !== 200) return cannotTell(`/api/health answers ${response.status}`)
    const { data } = z.object({ data: z.object({ status: z.string() }) }).parse(await response.json())
    return data.status === "ok"
      ? right("nothing is stalled")
      : wrong(`/api/health says ${data.status}: docs/operations.md says what to do`)
  },
}

/** The check of the app's keys by a call to each vendor. */
export const vendors: Step = {
  name: "Vendors",
  async look(site) {
    const verdicts = await site.verdicts()
    const refused = verdicts.filter(({ isRight }) => isRight === false)
    const unknown = verdicts.filter(({ isRight }) => isRight === null)
    const messagesOf = (list: typeof verdicts) => list.map(({ vendor, message }) => `${vendor}: ${message}`)
    if (refused.length === 0 && unknown.length > 0) return cannotTell(messagesOf(unknown).join("; "))
    return wrongIf(messagesOf(refused), verdicts.map(({ vendor }) => vendor).join(", "))
  },
}

async function lookAtApp(site: Site): Promise<State> {
  const origin = `https://${site.domain}`
  for (const path of ["/api/health", "/api/config", "/"]) {
    const response = await outsideCall(origin + path)
    const text = await response.text()
    if (response.status !== 200)
      return wrong(`${origin}${path} answers ${response.status}: ${text.slice(0, 200)}`)
  }
  return right(`${origin} answers`)
}
