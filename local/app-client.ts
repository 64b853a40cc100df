import { SIGNED_IN_COOKIE } from "../contract/cookie.ts"

/** A person's browser without the browser: keeps cookies and speaks to the app as its own page does. */
export class AppClient {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  readonly #headers: Record<string, string>

  /** `headers` go with every call. */
  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin
    this.#headers = headers
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await this.fetch(method, path, body)
    const isJson = response.headers.get("content-type")?.includes("application/json")
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? await response.json() : await response.text(),
    }
  }

  /** The raw response, for files; its cookies are kept too. */
  async fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...this.#headers,
        "x-requested-with": "sheetsmith",
        // A kept connection may close as idle just as the next call goes out.
        connection: "close",
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  /** Sends a body as it comes; answers the status. */
  async stream(
    method: string,
    path: string,
    body: ReadableStream<Uint8Array>,
    type: string,
  ): Promise<number> {
    const response = await fetch(`${this.#origin}/api${path}`, {
      method,
      headers: {
        ...this.#headers,
        "x-requested-with": "sheetsmith",
        connection: "close",
        "content-type": type,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      body,
      duplex: "half",
    } as RequestInit)
    return response.status
  }

  /** Sends and insists on success; answers the reply's `data`. */
  async expect<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.send(method, path, body)
    if (reply.status >= 300)
      throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return (reply.body as { data: T }).data
  }

  /** The cookies as a browser takes them; `__Host-` ones only over https, which Chromium does not mind for localhost. */
  browserCookies() {
    const url = this.#origin.replace(/^http:/, "https:")
    return [...this.#cookies].map(([name, value]) => ({
      name,
      value,
      url,
      secure: true,
      // The mark is the one cookie that the page itself reads.
      httpOnly: name !== SIGNED_IN_COOKIE,
      sameSite: "Lax" as const,
    }))
  }

  #keep(line: string): void {
    const [pair, ...attributes] = line.split(";")
    const [name, ...value] = pair.split("=")
    const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
    if (isGone) this.#cookies.delete(name.trim())
    else this.#cookies.set(name.trim(), value.join("=").trim())
  }
}

export type Person = {
  firstName: string
  lastName: string
  username: string
  email: string
  password: string
}

/** Signs a person up through the real flow: captcha, register, mail, verify, sign in. */
export async function signUp(origin: string, standInsOrigin: string, person: Person): Promise<AppClient> {
  const client = new AppClient(origin)
  await passCaptcha(client)
  await client.expect("POST", "/register", {
    ...person,
    company: "Sheetsmith demo",
    phone: "+1 555 010 0199",
  })
  const token = await verificationToken(standInsOrigin, person.email)
  await client.expect("GET", `/verify?token=${encodeURIComponent(token)}`)
  await signIn(client, person)
  return client
}

export async function signIn(client: AppClient, person: Pick<Person, "email" | "password">): Promise<void> {
  await passCaptcha(client)
  await client.expect("POST", "/login", { email: person.email, password: person.password })
}

/** The token that Cloudflare's documented test keys accept. */
async function passCaptcha(client: AppClient): Promise<void> {
  await client.expect("POST", "/verify-captcha", { token: "XXXX.DUMMY.TOKEN.XXXX" })
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

/** Connects a shop of the Etsy stand-in, answering its consent page as a person does; the first sync is then on its way. */
export async function connectShop(client: AppClient, shop: string): Promise<void> {
  const { connectUrl } = await client.expect<{ connectUrl: string }>("POST", "/integrations", {
    name: shop,
    type: "Etsy",
  })
  const { origin, pathname, searchParams } = new URL(connectUrl)
  const form = new FormData()
  for (const [name, value] of searchParams) form.append(name, value)
  form.append("shop", shop)
  form.append("decision", "allow")
  const consent = await fetch(origin + pathname, { method: "POST", body: form, redirect: "manual" })
  const callback = new URL(consent.headers.get("location") ?? "", origin)
  const reply = await client.send("GET", callback.pathname.replace(/^\/api/, "") + callback.search)
  const target = reply.headers.get("location")
  if (target !== "/integrations") throw new Error(`${shop} was not connected: ${reply.status}, ${target}`)
}
