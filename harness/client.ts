export type Reply = {
  status: number
  headers: Headers
  message: string
  code: string
  fields: Record<string, string>
  data: unknown
  pagination: unknown
}

/** A browser tab without the browser: keeps its cookies and calls the API as the app's own page does. */
export class Client {
  readonly origin: string
  readonly cookies: Map<string, string>
  /** Sent with every call; a fresh address keeps one test's calls out of another's limits. */
  readonly headers: Record<string, string>

  constructor(origin: string, cookies: ReadonlyMap<string, string> = new Map(), address = randomAddress()) {
    this.origin = origin
    this.cookies = new Map(cookies)
    // A connection of its own for each call: a kept one may close just as the next call goes out on a busy machine.
    this.headers = { "sec-fetch-site": "same-origin", "cf-connecting-ip": address, connection: "close" }
  }

  /** The same person's second tab: cookies as they are now. */
  fork(): Client {
    return new Client(this.origin, this.cookies, this.headers["cf-connecting-ip"])
  }

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.send("GET", path, undefined, headers)
  }
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.send("POST", path, body, headers)
  }
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.send("PUT", path, body, headers)
  }
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.send("PATCH", path, body, headers)
  }
  delete(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.send("DELETE", path, undefined, headers)
  }

  /** `headers` replace the usual ones where they have the same name; an empty value takes one away. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await this.fetch(method, path, body, headers)
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("application/json") ?? false
    const parsed = (isJson ? JSON.parse(text) : {}) as Partial<Reply>
    return {
      status: response.status,
      headers: response.headers,
      message: parsed.message ?? "",
      code: parsed.code ?? "",
      fields: parsed.fields ?? {},
      data: isJson ? parsed.data : text,
      pagination: parsed.pagination,
    }
  }

  /** The raw response, for files and headers; its cookies are kept too. */
  async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const isForm = body instanceof FormData
    const isJson = body !== undefined && !isForm && typeof body !== "string"
    const all = {
      // A kept connection may close as idle just as the next call goes out.
      connection: "close",
      ...this.headers,
      ...(this.cookies.size > 0 ? { cookie: this.cookieHeader() } : {}),
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...headers,
    }
    const response = await fetch(this.origin + path, {
      method,
      redirect: "manual",
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string | FormData) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  #keep(line: string): void {
    const [pair, ...attributes] = line.split(";").map((part) => part.trim())
    const [name, ...value] = pair.split("=")
    const isGone = attributes.some((attribute) => attribute.toLowerCase() === "max-age=0")
    if (isGone) this.cookies.delete(name)
    else this.cookies.set(name, value.join("="))
  }
}

function randomAddress(): string {
  return `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join(".")}`
}
