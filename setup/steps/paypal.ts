import {
  missingPayPalEvents,
  paypalSubscription,
  paypalWebhookPath,
} from "../../contract/credits/paypal-events.ts"
import { BACK } from "../ask.ts"
import { absentSecrets } from "../live-secret.ts"
import { type PayPalWebhook, PayPalWebhooks, paypalToken } from "../paypal.ts"
import { askSetting, refusalOf, type Setting } from "../setting-step.ts"
import type { Site } from "../site.ts"
import { missing, right, type State, type Step, wrong, wrongIf } from "../step.ts"

const clientId: Setting = {
  name: "PAYPAL_CLIENT_ID",
  text: "What is the PayPal app's client ID?",
  hint: "https://developer.paypal.com/dashboard/applications/live: create an app, switch on Customer disputes, copy Client ID.",
}
const clientSecret: Setting = {
  name: "PAYPAL_CLIENT_SECRET",
  text: "What is the PayPal app's secret?",
  hint: "It stands below the client ID.",
  isSecret: true,
}
const merchantId: Setting = {
  name: "PAYPAL_MERCHANT_ID",
  text: "What is the PayPal account's merchant ID?",
  hint: "https://www.paypal.com/businessmanage/account/aboutBusiness: copy PayPal Merchant ID, 13 letters and digits.",
  check: (value) =>
    /^[A-Z0-9]{13}$/.test(value) ? null : "A merchant ID has 13 capital letters and digits.",
}
const REFUSED_PAIR =
  "PayPal does not know this client ID with this secret. Are both of the live app, not the sandbox's?"

export const paypalKeys: Step = {
  name: "PayPal app",
  async look(site): Promise<State> {
    const { vars } = site.deployment
    const spoilt = [clientId, merchantId].flatMap((setting) => {
      const problem = vars[setting.name] && refusalOf(setting, vars[setting.name])
      return problem ? [`${setting.name}: ${problem}`] : []
    })
    if (spoilt.length > 0) return wrong(spoilt.join("; "))
    const absent = [
      ...[clientId, merchantId].map(({ name }) => name).filter((name) => !vars[name]),
      ...(await absentSecrets(site, ["edge", "press"], [clientSecret.name])),
    ]
    if (absent.length > 0) return missing(absent.join(", "))
    const secret = site.secrets.get(clientSecret.name)
    if (secret !== undefined && (await paypalToken(site, vars.PAYPAL_CLIENT_ID, secret)) === null)
      return wrong(REFUSED_PAIR)
    return right(`app ${vars.PAYPAL_CLIENT_ID}, paid to ${vars.PAYPAL_MERCHANT_ID}`)
  },
  async make(site) {
    await knownToken(site)
    const known = site.deployment.vars[merchantId.name]
    if (known === undefined || refusalOf(merchantId, known) !== null)
      site.file.keepVar(merchantId.name, await askSetting(site, merchantId))
  },
}

export const paypalWebhook: Step = {
  name: "PayPal webhook",
  async look(site): Promise<State> {
    const { PAYPAL_WEBHOOK_ID: id, PAYPAL_CLIENT_ID: client } = site.deployment.vars
    if (id === undefined) return missing("no webhook yet")
    const secret = site.secrets.get(clientSecret.name)
    if (secret === undefined || client === undefined) {
      // Only the live app can ask: its Workers alone have the secret.
      const verdict = await site.verdict("PayPal")
      return verdict?.isRight === false ? wrong(verdict.message) : right(`webhook ${id}`)
    }
    const token = await paypalToken(site, client, secret)
    if (token === null) return wrong(REFUSED_PAIR)
    const webhook = (await new PayPalWebhooks(site, token).list()).find((one) => one.id === id)
    if (!webhook) return wrong(`PayPal has no webhook ${id} for this app`)
    return wrongIf(problemsOf(webhook, urlOf(site)), `webhook ${id}`)
  },
  async make(site) {
    const webhooks = new PayPalWebhooks(site, await knownToken(site))
    const url = urlOf(site)
    const listed = await webhooks.list()
    // PayPal takes an address once: a webhook of ours may exist from an interrupted run.
    const known =
      listed.find((one) => one.url === url) ??
      listed.find(({ id }) => id === site.deployment.vars.PAYPAL_WEBHOOK_ID)
    const events = paypalSubscription(await webhooks.offered())
    if (known && problemsOf(known, url).length > 0)
      await webhooks.change(known.id, {
        ...(known.url === url ? {} : { url }),
        ...(lackingOf(known).length === 0 ? {} : { events }),
      })
    site.file.keepVar("PAYPAL_WEBHOOK_ID", (known ?? (await webhooks.create(url, events))).id)
  },
}

/** Returns a token by the pair that is kept here; if none works, asks for a pair. */
async function knownToken(site: Site): Promise<string> {
  const id = site.deployment.vars[clientId.name]
  const secret = site.secrets.get(clientSecret.name)
  const isIdRight = id !== undefined && refusalOf(clientId, id) === null
  if (isIdRight && secret !== undefined) {
    const token = await paypalToken(site, id, secret)
    if (token !== null) return token
  }
  const isIdKept = isIdRight && secret === undefined
  return askForPair(site, isIdKept ? id : await askSetting(site, clientId))
}

/** Asks for the secret until PayPal takes it with the ID; the ID itself may be the wrong one. */
async function askForPair(site: Site, id: string): Promise<string> {
  site.file.keepVar(clientId.name, id)
  let token: string | null = null
  const answer = await site.ask({
    ...clientSecret,
    key: clientSecret.name,
    check: async (value) => {
      if (value === BACK) return null
      token = await paypalToken(site, id, value)
      return token === null ? `${REFUSED_PAIR} Type ${BACK} for another client ID.` : null
    },
  })
  if (token === null) return askForPair(site, await askSetting(site, clientId))
  site.secrets.keep(clientSecret.name, answer)
  return token
}

function problemsOf(webhook: PayPalWebhook, url: string): string[] {
  const lacking = lackingOf(webhook)
  return [
    ...(webhook.url === url ? [] : [`the webhook goes to ${webhook.url}, not to ${url}`]),
    ...(lacking.length > 0 ? [`the webhook lacks ${lacking.join(", ")}`] : []),
  ]
}

function lackingOf({ event_types: types }: PayPalWebhook): string[] {
  return missingPayPalEvents(types.map(({ name }) => name))
}

function urlOf(site: Site): string {
  return `https://${site.domain}${paypalWebhookPath}`
}
