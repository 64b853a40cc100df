import { absentSecrets } from "../live-secret.ts"
import { askSetting, type Setting } from "../setting-step.ts"
import { missing, right, type Step, wrong } from "../step.ts"

/** The answer for a shop without a Shopify app: the page then offers no such shop. */
const NONE = "none"
const names = ["SHOPIFY_API_KEY", "SHOPIFY_API_SECRET"] as const

function clientId(domain: string): Setting {
  return {
    name: "SHOPIFY_API_KEY",
    text: "What is the Shopify app's client id?",
    hint: `https://dev.shopify.com/dashboard: create an app with the redirect URL https://${domain}/api/integrations/shopify/callback and copy Client ID. Type ${NONE} to go without Shopify.`,
    check: (value) =>
      value === NONE || /^[0-9a-f]{32}$/.test(value)
        ? null
        : `A client id is 32 digits and letters from a to f, or ${NONE}.`,
  }
}
const clientSecret: Setting = {
  name: "SHOPIFY_API_SECRET",
  text: "What is the Shopify app's client secret?",
  hint: "It stands below the client id.",
  isSecret: true,
  check: (value) =>
    /^\S{20,80}$/.test(value) ? null : "A client secret is 20 to 80 letters, digits and signs.",
}

/** The step for both keys or none. Shopify has no call that tries them without a shop. */
export const shopifyKeys: Step = {
  name: "Shopify app",
  async look(site) {
    if (site.deployment.shopify === NONE) return right("not wanted: Shopify is not offered")
    const absent = await absentSecrets(site, ["edge", "press"], names)
    if (absent.length === 1) return wrong(`${absent[0]} is missing, and they belong together`)
    return absent.length > 0 ? missing(absent.join(", ")) : right("both Workers have the keys")
  },
  async make(site) {
    const id = await askSetting(site, clientId(site.domain))
    if (id === NONE) return site.file.keep("shopify", NONE)
    const secret = await askSetting(site, clientSecret)
    site.secrets.keepTogether({ SHOPIFY_API_KEY: id, SHOPIFY_API_SECRET: secret })
  },
}
