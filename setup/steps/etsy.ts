import { BACK } from "../ask.ts"
import { absentSecrets } from "../live-secret.ts"
import { outsideCall } from "../outside-call.ts"
import { askSetting, type Setting } from "../setting-step.ts"
import type { Site } from "../site.ts"
import { missing, right, type State, type Step, wrong } from "../step.ts"

const REFUSED = "Etsy does not know this keystring with this shared secret, or has not approved the app yet."
const names = ["ETSY_KEYSTRING", "ETSY_SHARED_SECRET"] as const
const sharedSecret: Setting = {
  name: "ETSY_SHARED_SECRET",
  text: "What is the Etsy app's shared secret?",
  hint: "It stands below the keystring.",
  isSecret: true,
}

export const etsyKeys: Step = {
  name: "Etsy app",
  async look(site): Promise<State> {
    const absent = await absentSecrets(site, ["edge", "press"], names)
    if (absent.length > 0) return missing(absent.join(", "))
    const [keystring, secret] = names.map((name) => site.secrets.get(name))
    if (keystring !== undefined && secret !== undefined)
      return (await isKnown(site, keystring, secret)) ? right("Etsy takes the keys") : wrong(REFUSED)
    const verdict = await site.verdict("Etsy")
    return verdict?.isRight === false ? wrong(verdict.message) : right("both Workers have the keys")
  },
  make: askForPair,
}

/** Asks for both until Etsy takes them together; the keystring may be the wrong one. */
async function askForPair(site: Site): Promise<void> {
  const keystring = await askSetting(site, {
    name: "ETSY_KEYSTRING",
    text: "What is the Etsy app's keystring?",
    hint: `https://www.etsy.com/developers/your-apps: create an app with the callback URL https://${site.domain}/api/integrations/etsy/callback and copy Keystring.`,
    check: (value) => (/^[\w-]{10,60}$/.test(value) ? null : "A keystring is 10 to 60 letters and digits."),
  })
  const secret = await site.ask({
    ...sharedSecret,
    key: sharedSecret.name,
    check: async (value) =>
      value === BACK || (await isKnown(site, keystring, value))
        ? null
        : `${REFUSED} Type ${BACK} for another keystring.`,
  })
  if (secret === BACK) return askForPair(site)
  site.secrets.keepTogether({ ETSY_KEYSTRING: keystring, ETSY_SHARED_SECRET: secret })
}

/** Tries the keys with Etsy's own call for it. */
async function isKnown(site: Site, keystring: string, secret: string): Promise<boolean> {
  const url = `${site.configs.edge.vars.ETSY_API_URL}/application/openapi-ping`
  const response = await outsideCall(url, { headers: { "x-api-key": `${keystring}:${secret}` } })
  if (response.status === 401 || response.status === 403) return false
  if (!response.ok)
    throw new Error(`Etsy answered ${response.status} when asked about the keys. Try again later.`)
  return true
}
