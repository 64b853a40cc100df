import { Client } from "./client.ts"

/** The token that Cloudflare's documented test keys accept. */
export const DUMMY_CAPTCHA = "XXXX.DUMMY.TOKEN.XXXX"

export type Person = {
  firstName: string
  lastName: string
  username: string
  email: string
  password: string
}

/** Signs a person up through the real flow: captcha, register, mail, verify, sign in. */
export async function signUp(origin: string, standInsOrigin: string, person: Person): Promise<Client> {
  const client = new Client(origin)
  await passCaptcha(client)
  await client.expect("POST", "/api/register", {
    ...person,
    company: "Sheetsmith demo",
    phone: "+1 555 010 0199",
  })
  const token = await verificationToken(standInsOrigin, person.email)
  await client.expect("GET", `/api/verify?token=${encodeURIComponent(token)}`)
  await signIn(client, person)
  return client
}

export async function signIn(client: Client, person: Pick<Person, "email" | "password">): Promise<void> {
  await passCaptcha(client)
  await client.expect("POST", "/api/login", { email: person.email, password: person.password })
}

async function passCaptcha(client: Client): Promise<void> {
  await client.expect("POST", "/api/verify-captcha", { token: DUMMY_CAPTCHA })
}

const MAIL_TRIES = 900
const MAIL_PAUSE_MS = 50

/** Waits for the newest mail to that address. */
export async function newestMail(
  standInsOrigin: string,
  to: string,
): Promise<{ subject: string; text: string; html: string }> {
  for (let i = 0; i < MAIL_TRIES; i++) {
    const response = await fetch(`${standInsOrigin}/mailbox?to=${encodeURIComponent(to)}`, {
      headers: { accept: "application/json" },
    })
    const [mail] = (await response.json()) as { subject: string; text: string; html: string }[]
    if (mail) return mail
    await new Promise((resolve) => setTimeout(resolve, MAIL_PAUSE_MS))
  }
  throw new Error(`no mail to ${to} arrived`)
}

async function verificationToken(standInsOrigin: string, to: string): Promise<string> {
  const mail = await newestMail(standInsOrigin, to)
  const link = mail.text.match(/https?:\/\/\S+\/verify\?token=\S+/)?.[0]
  const token = link ? new URL(link).searchParams.get("token") : null
  if (!token) throw new Error(`the mail to ${to} has no verification link`)
  return token
}

/**
 * Connects a shop of a stand-in through its consent page, as a person does, which starts the first
 * sync. Returns the integration's id.
 */
export async function connectShop(
  client: Client,
  shop: string,
  type: "Etsy" | "Shopify" = "Etsy",
): Promise<string> {
  const { _id, connectUrl } = await client.expect<{ _id: string; connectUrl: string }>(
    "POST",
    "/api/integrations",
    { name: shop, type, shop },
  )
  await allowShop(client, connectUrl, shop)
  return _id
}

/** Answers a marketplace's consent page as a person does, and comes back. */
export async function allowShop(client: Client, connectUrl: string, shop: string): Promise<void> {
  const { origin, pathname, searchParams } = new URL(connectUrl)
  const form = new FormData()
  for (const [name, value] of searchParams) form.append(name, value)
  form.append("shop", shop)
  form.append("decision", "allow")
  const consent = await fetch(origin + pathname, { method: "POST", body: form, redirect: "manual" })
  const callback = new URL(consent.headers.get("location") ?? "", origin)
  const reply = await client.send("GET", callback.pathname + callback.search)
  const target = reply.headers.get("location")
  if (target !== "/integrations") throw new Error(`${shop} was not connected: ${reply.status}, ${target}`)
}
