import { productName } from "../../../contract/text.ts"
import type { OpenEnv } from "../../env.ts"
import { link, type Recipient, send } from "./email.ts"
import type { Letter } from "./mail-layout.ts"

/** A run's result and what waits for the seller, as sentences, with pages of the app by their paths. */
export type RunMail = {
  /** The name of the autopilot: `Autopilot of Tea towels`. */
  title: string
  made: string
  paragraphs: readonly string[]
  /** The pages on which what waits is settled. */
  settle: readonly { label: string; path: string }[]
  ownPath: string
  /** The print that the run made; null without one. */
  printId: string | null
  /** The picture of its first sheet, below `/api`; null while there is none. */
  picture: { path: string; widthPx: number; heightPx: number } | null
}

/** The most that a picture takes of a mail. */
const MOST_PX = { width: 300, height: 480 }

export async function sendAutopilotMail(env: OpenEnv, mail: Recipient & RunMail): Promise<void> {
  const { title, made, printId, settle, ownPath } = mail
  const ownPage = { label: "Open the autopilot", url: link(env, ownPath) }
  const print = printId && { label: "Open the print", url: link(env, `/prints/${printId}`) }
  const settling = settle.map(({ label, path }) => ({ label, url: link(env, path) }))
  await send(env, mail.to, {
    subject: `${title}: ${made}`,
    heading: title,
    firstName: mail.firstName,
    paragraphs: [made, ...mail.paragraphs],
    ...(mail.picture && { picture: pictureOf(env, mail.picture) }),
    ...(print ? { action: print, links: [...settling, ownPage] } : { action: ownPage, links: settling }),
    footer: `You get this e-mail because you have set up an autopilot in your ${productName} account.`,
  })
}

function pictureOf(
  env: OpenEnv,
  { path, widthPx, heightPx }: NonNullable<RunMail["picture"]>,
): NonNullable<Letter["picture"]> {
  const scale = Math.min(MOST_PX.width / widthPx, MOST_PX.height / heightPx)
  return {
    src: link(env, `/api/${path}`),
    alt: "The printed sheet",
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
  }
}
