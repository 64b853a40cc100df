import { Hono } from "hono"
import { z } from "zod"

/**
 * Cloudflare Turnstile (developers.cloudflare.com/turnstile/get-started/server-side-validation) with
 * its documented test keys (developers.cloudflare.com/turnstile/troubleshooting/testing) and one
 * widget of its own. The test keys' token passes under the always-pass secret, whatever its page
 * and form; the widget's tokens name host, action and time, and pass once.
 */
const DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX"
const ALWAYS_PASS = "1x0000000000000000000000000000000AA"
const ALWAYS_FAIL = "2x0000000000000000000000000000000AA"
const ALREADY_SPENT = "3x0000000000000000000000000000000AA"

/** A widget of no account, of which everybody may have tokens. */
export const turnstileWidget = {
  siteKey: "0x4AAAAAAAStandInWidget0",
  secret: "0x4AAAAAAAStandInWidgetSecret00000",
}
const TOKEN_LIFE_MS = 300_000
const MAX_TOKEN_CHARS = 2048
const MAX_SPENT = 10_000

const tokenSchema = z.object({
  siteKey: z.string(),
  hostname: z.string(),
  action: z.string(),
  atMs: z.number(),
  nonce: z.string(),
})
type Token = z.infer<typeof tokenSchema>

/** Returns a token as the account's widget gives it to a page of this host. */
export function widgetToken(token: Pick<Token, "hostname" | "action"> & Partial<Token>): string {
  const whole = { siteKey: turnstileWidget.siteKey, atMs: Date.now(), nonce: crypto.randomUUID(), ...token }
  return `0.${Buffer.from(JSON.stringify(whole)).toString("base64url")}`
}

/**
 * `/__control` with `"vendor": "turnstile"`: `rotate` makes the widget's secret another, which
 * nobody is told; `restore` takes that back.
 */
const controlSchema = z.object({ action: z.enum(["rotate", "restore"]) })

type Answer = { errors: string[]; hostname?: string; action?: string; cdata?: string }

/** `isWidgetSecret` knows the secrets of widgets that a test has made; nobody has tokens of those. */
export function turnstile(isWidgetSecret: (secret: string) => boolean) {
  let checks = 0
  let lastErrors: string[] = []
  let isRotated = false
  const spent = new Set<string>()
  const app = new Hono()

  app.get("/turnstile/v0/api.js", (c) =>
    c.body(widgetScript, 200, {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-store",
    }),
  )

  app.post("/turnstile/v0/siteverify", async (c) => {
    checks += 1
    const form = await readForm(c.req.raw)
    const { errors, ...solved } = verify(form.get("secret") ?? "", form.get("response") ?? "")
    lastErrors = errors
    if (errors.length > 0) return c.json({ success: false, "error-codes": errors })
    return c.json({ success: true, challenge_ts: new Date().toISOString(), "error-codes": [], ...solved })
  })

  function verify(secret: string, response: string): Answer {
    const refused = (code: string): Answer => ({ errors: [code] })
    if (!secret) return refused("missing-input-secret")
    const isWidget = (secret === turnstileWidget.secret && !isRotated) || isWidgetSecret(secret)
    if (!isWidget && ![ALWAYS_PASS, ALWAYS_FAIL, ALREADY_SPENT].includes(secret))
      return refused("invalid-input-secret")
    if (!response) return refused("missing-input-response")
    if (isWidget) return verifyWidget(secret, response)
    if (secret === ALREADY_SPENT) return refused("timeout-or-duplicate")
    if (secret === ALWAYS_FAIL || response !== DUMMY_TOKEN) return refused("invalid-input-response")
    return { errors: [], hostname: "localhost", action: "test", cdata: "test-data" }
  }

  function verifyWidget(secret: string, response: string): Answer {
    const token = readToken(response)
    if (token?.siteKey !== turnstileWidget.siteKey || secret !== turnstileWidget.secret)
      return { errors: ["invalid-input-response"] }
    if (token.atMs < Date.now() - TOKEN_LIFE_MS || spent.has(token.nonce))
      return { errors: ["timeout-or-duplicate"] }
    if (spent.size >= MAX_SPENT) spent.clear()
    spent.add(token.nonce)
    return { errors: [], hostname: token.hostname, action: token.action, cdata: "" }
  }

  return {
    app,
    state: () => ({ checks, lastErrors }),
    control(body: unknown) {
      isRotated = controlSchema.parse(body).action === "rotate"
      return { isRotated }
    },
  }
}

function readToken(response: string): Token | null {
  if (response.length > MAX_TOKEN_CHARS || !response.startsWith("0.")) return null
  try {
    return tokenSchema.parse(JSON.parse(Buffer.from(response.slice(2), "base64url").toString()))
  } catch {
    // Anything may be sent as a token.
    return null
  }
}

/** Reads the body: siteverify takes a form or JSON. */
async function readForm(request: Request): Promise<Map<string, string>> {
  if (request.headers.get("content-type")?.includes("application/json")) {
    const body: unknown = await request.json().catch(() => ({}))
    return new Map(Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]))
  }
  const form = await request.formData()
  return new Map([...form].map(([name, value]) => [name, String(value)]))
}

/**
 * The widget as documented: explicit and implicit rendering, callbacks, reset, remove, getResponse,
 * ready.
 */
const widgetScript = `(() => {
  const widgets = new Map()
  let next = 0
  const PASS = /^1x/
  const WIDGET = "${turnstileWidget.siteKey}"
  const encode = (text) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
  const tokenOf = ({ sitekey, action = "" }) =>
    sitekey === WIDGET
      ? "0." + encode(JSON.stringify({ siteKey: sitekey, hostname: location.hostname, action, atMs: Date.now(), nonce: crypto.randomUUID() }))
      : "${DUMMY_TOKEN}"
  const draw = (widget) => {
    widget.host.replaceChildren()
    const box = document.createElement("div")
    box.setAttribute("role", "group")
    box.setAttribute("aria-label", "Captcha")
    box.dataset.action = widget.options.action ?? ""
    box.style.cssText = "display:flex;align-items:center;gap:12px;box-sizing:border-box;width:100%;min-height:65px;padding:12px 14px;border:1px solid #767676;border-radius:4px;background:light-dark(#fafafa,#232323);color:light-dark(#222,#eee);font:14px system-ui,sans-serif"
    if (widget.options.size !== "flexible") box.style.maxWidth = "300px"
    const mark = document.createElement("span")
    mark.setAttribute("role", "status")
    mark.textContent = widget.token ? "\\u2713 Success!" : widget.failed ? "Verification failed" : "Verifying\\u2026"
    const input = document.createElement("input")
    input.type = "hidden"
    input.name = widget.options["response-field-name"] || "cf-turnstile-response"
    input.value = widget.token || ""
    box.append(mark, input)
    widget.host.append(box)
  }
  const run = (widget) => {
    widget.token = undefined
    widget.failed = false
    draw(widget)
    clearTimeout(widget.timer)
    widget.timer = setTimeout(() => {
      if (PASS.test(widget.options.sitekey) || widget.options.sitekey === WIDGET) {
        widget.token = tokenOf(widget.options)
        draw(widget)
        widget.options.callback?.(widget.token)
      } else {
        widget.failed = true
        draw(widget)
        widget.options["error-callback"]?.("300030")
      }
    }, 150)
  }
  const find = (key) => widgets.get(key) ?? [...widgets.values()].find((w) => w.host === key || "#" + w.host.id === key) ?? [...widgets.values()].at(-1)
  window.turnstile = {
    ready: (callback) => callback(),
    render(target, options) {
      const host = typeof target === "string" ? document.querySelector(target) : target
      if (!host) return undefined
      const id = "cf-chl-widget-" + next++
      const widget = { id, host, options }
      widgets.set(id, widget)
      run(widget)
      return id
    },
    execute(target) { const w = find(target); if (w) run(w) },
    reset(key) { const w = find(key); if (w) run(w) },
    remove(key) { const w = find(key); if (w) { clearTimeout(w.timer); w.host.replaceChildren(); widgets.delete(w.id) } },
    getResponse(key) { return find(key)?.token },
    isExpired() { return false },
  }
  const params = new URL(document.currentScript.src).searchParams
  const onload = params.get("onload")
  if (onload && typeof window[onload] === "function") window[onload]()
  if (params.get("render") !== "explicit") for (const host of document.querySelectorAll(".cf-turnstile")) window.turnstile.render(host, { sitekey: host.dataset.sitekey, callback: window[host.dataset.callback] })
})()
`
