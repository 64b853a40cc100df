import { z } from "zod"
import { CloudflareError } from "../cloudflare.ts"
import { absentSecrets } from "../live-secret.ts"
import { askSetting, refusalOf, type Setting } from "../setting-step.ts"
import type { Site } from "../site.ts"
import { missing, right, type State, type Step, wrong } from "../step.ts"

const listedSchema = z.object({ sitekey: z.string(), name: z.string(), domains: z.array(z.string()) })
const widgetSchema = listedSchema.extend({ secret: z.string(), mode: z.string() })
type Widget = z.output<typeof widgetSchema>

const siteKey: Setting = {
  name: "TURNSTILE_SITE_KEY",
  text: "What is the Turnstile widget's site key?",
  hint: "https://dash.cloudflare.com, Turnstile: add a widget for the app's domain and copy its Site Key.",
}

/** The widget that keeps robots from signing up, and the secret that checks its answers. */
export const turnstile: Step = {
  name: "Turnstile",
  async look(site): Promise<State> {
    const { TURNSTILE_SITE_KEY: key } = site.deployment.vars
    if (key === undefined) return missing("no widget yet")
    const sample = refusalOf(siteKey, key)
    if (sample !== null) return wrong(`TURNSTILE_SITE_KEY: ${sample}`)
    const widget = await readWidget(site, key)
    if (widget === null) return wrong(`the account has no widget ${key}`)
    if (widget !== "hidden" && !covers(widget, site.domain))
      return wrong(`the widget ${key} is not for ${site.domain}`)
    const [absent] = await absentSecrets(site, ["edge"], ["TURNSTILE_SECRET"])
    if (absent) return missing(absent)
    const waiting = site.secrets.get("TURNSTILE_SECRET")
    if (waiting !== undefined && widget !== "hidden" && waiting !== widget.secret)
      return wrong("TURNSTILE_SECRET is not the widget's")
    const verdict = waiting === undefined ? await site.verdict("Turnstile") : null
    return verdict?.isRight === false ? wrong(verdict.message) : right(`widget ${key}`)
  },
  async make(site) {
    const widget = await rightWidget(site)
    if (widget === null) {
      await askForKeys(site)
      return
    }
    site.secrets.keep("TURNSTILE_SECRET", widget.secret)
    site.file.keepVar("TURNSTILE_SITE_KEY", widget.sitekey)
  },
}

/** Reads the widget; "hidden" if the token may not see widgets. */
async function readWidget(site: Site, key: string): Promise<Widget | "hidden" | null> {
  try {
    return await site.cloudflare.find(`${widgetsPath(site)}/${key}`, widgetSchema)
  } catch (error) {
    if (isRefusedRight(error)) return "hidden"
    throw error
  }
}

/** Returns this app's widget, made or corrected; null if the token may not. */
async function rightWidget(site: Site): Promise<Widget | null> {
  const path = widgetsPath(site)
  const name = `Sheetsmith ${site.domain}`
  try {
    const { TURNSTILE_SITE_KEY: key } = site.deployment.vars
    const listed = await site.cloudflare.list(path, listedSchema)
    // A widget of our name is ours: made by a run that stopped before it got the answer.
    const known = listed.find(({ sitekey }) => sitekey === key) ?? listed.find((one) => one.name === name)
    if (!known) {
      const wanted = { name, domains: [site.domain], mode: "managed" }
      return await site.cloudflare.write("POST", path, wanted, widgetSchema)
    }
    const widget = await site.cloudflare.get(`${path}/${known.sitekey}`, widgetSchema)
    if (covers(widget, site.domain)) return widget
    const { name: kept, mode, domains } = widget
    const mended = { name: kept, mode, domains: [...domains, site.domain] }
    await site.cloudflare.write("PUT", `${path}/${known.sitekey}`, mended, z.unknown())
    return widget
  } catch (error) {
    if (isRefusedRight(error)) return null
    throw error
  }
}

async function askForKeys(site: Site): Promise<void> {
  const key = await askSetting(site, siteKey)
  const secret = await askSetting(site, {
    name: "TURNSTILE_SECRET",
    text: "What is the widget's secret key?",
    hint: "It stands below the site key.",
    isSecret: true,
  })
  site.secrets.keep("TURNSTILE_SECRET", secret)
  site.file.keepVar("TURNSTILE_SITE_KEY", key)
}

/** Returns whether a widget covers a host: its domain stands for those below it too. */
function covers({ domains }: Widget, host: string): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

function isRefusedRight(error: unknown): boolean {
  return error instanceof CloudflareError && error.status === 403
}

function widgetsPath(site: Site): string {
  return `${site.accountPath}/challenges/widgets`
}
