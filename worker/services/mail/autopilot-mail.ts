import { productName } from "../../../contract/text.ts"
import type { Env } from "../../env.ts"
import { link, type Recipient, send } from "./email.ts"

/** The result of an autopilot's run, what it left out and why; each as sentences. */
type RunMail = {
  shop: { id: string; name: string }
  made: string
  notes: readonly string[]
  left: readonly string[]
  /** The print that the run made; null without one. */
  printId: string | null
}

export async function sendAutopilotMail(env: Env, mail: Recipient & RunMail): Promise<void> {
  const { shop, printId } = mail
  const ownPage = { label: "Open the autopilot", url: link(env, `/integrations/${shop.id}/autopilot`) }
  const print = printId && { label: "Open the print", url: link(env, `/prints/${printId}`) }
  await send(env, mail.to, {
    subject: `Autopilot of ${shop.name}: ${mail.made}`,
    heading: `Autopilot of ${shop.name}`,
    firstName: mail.firstName,
    paragraphs: [mail.made, ...mail.notes, ...mail.left],
    ...(print ? { action: print, links: [ownPage] } : { action: ownPage }),
    footer: `You get this e-mail because you have set up an autopilot for this shop in your ${productName} account.`,
  })
}
