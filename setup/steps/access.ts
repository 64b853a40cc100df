import { z } from "zod"
import { CloudflareError } from "../cloudflare.ts"
import type { Site } from "../site.ts"
import { missing, right, type State, type Step, wrong } from "../step.ts"
import { logIn } from "../wrangler.ts"

const accountSchema = z.object({ id: z.string(), name: z.string() })

export const access: Step = {
  name: "Cloudflare access",
  async look(site) {
    if (site.token === null) return missing("neither a login of wrangler nor CLOUDFLARE_API_TOKEN")
    try {
      const accounts = await accountsOf(site)
      if (accounts.length === 0) return wrong("the token reaches no account")
      return right(process.env.CLOUDFLARE_API_TOKEN ? "by CLOUDFLARE_API_TOKEN" : "by wrangler's login")
    } catch (error) {
      if (error instanceof CloudflareError && error.status < 500) return wrong(error.message)
      throw error
    }
  },
  async make(site) {
    if (process.env.CLOUDFLARE_API_TOKEN)
      throw new Error(
        "CLOUDFLARE_API_TOKEN is refused. Make one at https://dash.cloudflare.com/profile/api-tokens, or unset it to sign in by the browser.",
      )
    if (!process.stdin.isTTY)
      throw new Error("Set CLOUDFLARE_API_TOKEN, or run this at a terminal to sign in by the browser.")
    logIn()
    site.forgetToken()
  },
}

export const account: Step = {
  name: "Cloudflare account",
  async look(site): Promise<State> {
    const { account_id: id } = site.deployment
    if (id === undefined) return missing("no account_id yet")
    const account = (await accountsOf(site)).find((one) => one.id === id)
    return account ? right(account.name) : wrong(`the token does not reach the account ${id}`)
  },
  async make(site) {
    const accounts = await accountsOf(site)
    const [only] = accounts
    if (accounts.length === 1) {
      site.file.keep("account_id", only.id)
      return
    }
    const answer = await site.ask({
      key: "account_id",
      text: "Which Cloudflare account? Copy its id.",
      hint: accounts.map(({ id, name }) => `${id}  ${name}`).join("\n  "),
      check: (id) =>
        accounts.some((one) => one.id === id) ? null : "The token reaches no account with this id.",
    })
    site.file.keep("account_id", answer)
  },
}

function accountsOf(site: Site) {
  return site.cloudflare.list("/accounts", accountSchema)
}
