import { SIGNED_IN_COOKIE } from "../contract/accounts/cookie.ts"

export type Reply = {
  status: number
  headers: Headers
  message: string
  code: string
  fields: Record<string, string>
  /** The violations in a layout document. */
  violations: unknown[]
  /** The reply's `data`, or the whole text if it is no JSON. */
  data: unknown
  pagination: unknown
}

type Options = {
  headers?: Record<string, string>
  /** The caller's address; rate limits count each address apart. */
  address?: string
  cookies?: ReadonlyMap<string, string>
}

/** A browser tab without the browser: keeps cookies and calls the API as the app's page does. */
export class Client {
  readonly origin: string
  readonly cookies: Map<string, string>
  readonly headers: Record<string, string>

  constructor(origin: string, { headers = {}, address, cookies = new Map() }: Options = {}) {
    this.origin = origin
    this.cookies = new Map(cookies)
    this.headers = {
      "sec-fetch-site": "same-origin",
      // One connection for each call: a kept one may close as idle just as the next call goes out.
      connection: "close",
      ...(address === undefined ? {} : { "cf-connecting-ip": address }),
      ...headers,
    }
  }

  /** Returns the same person's second tab: cookies as they are now. */
  fork(): Client {
    return new Client(this.origin, { headers: this.headers, cookies: this.cookies })
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

  /** Sends and insists on success; returns the reply's `data`. */
  async expect<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, data, code, message } = await this.send(method, path, body)
    if (status >= 300)
      throw new Error(`${method} ${path} answered ${status}: ${code} ${message} ${data ?? ""}`)
    return data as T
  }

  /** Sends a request. `headers` replace the usual ones of the same name; an empty value removes one. */
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
      violations: parsed.violations ?? [],
      data: isJson ? parsed.data : text,
      pagination: parsed.pagination,
    }
  }

  /**
   * Returns the raw response, for files and headers; its cookies are kept too. The body is always
   * read to its end: Node fails an assertion that nobody can catch when a connection closes on an
   * unread body of more than 64 KiB.
   */
  async fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const response = await this.#open(method, path, body, headers)
    const bytes = await response.arrayBuffer()
    return new Response(bytes.byteLength > 0 ? bytes : null, response)
  }

  /**
   * Returns the response as it arrives, for a file too large for memory. The connection stays open
   * while the body waits.
   */
  stream(path: string): Promise<Response> {
    return this.#open("GET", path, undefined, { connection: "keep-alive" })
  }

  async #open(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> {
    const isRaw =
      typeof body === "string" ||
      body instanceof FormData ||
      body instanceof Uint8Array ||
      body instanceof ReadableStream
    const all = {
      ...this.headers,
      ...(this.cookies.size > 0 ? { cookie: this.cookieHeader() } : {}),
      ...(body === undefined || isRaw ? {} : { "content-type": "application/json" }),
      ...headers,
    }
    const response = await fetch(this.origin + path, {
      method,
      redirect: "manual",
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    } as RequestInit)
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  /** Returns the cookies in a browser's form. `__Host-` ones need https; Chromium excuses localhost. */
  browserCookies() {
    const url = this.origin.replace(/^http:/, "https:")
    return [...this.cookies].map(([name, value]) => ({
      name,
      value,
      url,
      secure: true,
      // The signed-in mark is the one cookie that the page itself reads.
      httpOnly: name !== SIGNED_IN_COOKIE,
      sameSite: "Lax" as const,
    }))
  }

  #keep(line: string): void {
    const [pair, ...attributes] = line.split(";").map((part) => part.trim())
    const [name, ...value] = pair.split("=")
    const isGone = attributes.some((attribute) => attribute.toLowerCase() === "max-age=0")
    if (isGone) this.cookies.delete(name)
    else this.cookies.set(name, value.join("="))
  }
}
