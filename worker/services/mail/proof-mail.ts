import { isPlainName } from "../../../contract/name.ts"
import type { OpenEnv } from "../../env.ts"
import { send } from "./email.ts"

/**
 * Sends a buyer the links to the proofs of one order. Nobody has proved the address, so the seller chooses no
 * word of it: `shop` is the name that a marketplace gave, and is left out if it could be read as an address.
 */
export async function sendProofMail(
  env: OpenEnv,
  { to, shop, urls }: { to: string; shop: string | null; urls: readonly string[] },
): Promise<void> {
  const sender = shop !== null && isPlainName(shop) ? shop : "The shop that you ordered from"
  const [first, ...others] = urls.map((url, i) => ({
    label: urls.length === 1 ? "See your order" : `See piece ${i + 1} of your order`,
    url,
  }))
  await send(env, to, {
    subject: "Is this right? See your order before it is printed",
    heading: "Is this right?",
    firstName: "",
    paragraphs: [
      `${sender} asks you to look at your order before it is printed. Approve it there, or say what should change.`,
    ],
    action: first,
    links: others,
    footer:
      "You get this e-mail because a shop has this address for an order of yours. If it is not yours, you can ignore it.",
  })
}
