import { Hono } from "hono"

/**
 * Cloudflare Turnstile with its documented test keys
 * (developers.cloudflare.com/turnstile/troubleshooting/testing). The dummy token passes under the
 * always-pass secret, once; anything else does not, nor anything under the secret of a widget.
 */
const DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX"
const ALWAYS_PASS = "1x0000000000000000000000000000000AA"
const ALWAYS_FAIL = "2x0000000000000000000000000000000AA"
const ALREADY_SPENT = "3x0000000000000000000000000000000AA"

export function turnstile(isWidgetSecret: (secret: string) => boolean) {
  let checks = 0
  let lastErrors: string[] = []
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
    lastErrors = verify(form.get("secret") ?? "", form.get("response") ?? "", isWidgetSecret)
    return c.json({
      success: lastErrors.length === 0,
      "error-codes": lastErrors,
      challenge_ts: new Date().toISOString(),
      hostname: "localhost",
      action: "",
      cdata: "",
    })
  })

  return { app, state: () => ({ checks, lastErrors }) }
}

function verify(secret: string, response: string, isWidgetSecret: (secret: string) => boolean): string[] {
  if (!secret) return ["missing-input-secret"]
  if (!response) return ["missing-input-response"]
  if (secret === ALREADY_SPENT) return ["timeout-or-duplicate"]
  if (secret === ALWAYS_FAIL) return ["invalid-input-response"]
  if (isWidgetSecret(secret)) return ["invalid-input-response"]
  if (secret !== ALWAYS_PASS) return ["invalid-input-secret"]
  return response === DUMMY_TOKEN ? [] : ["invalid-input-response"]
}

/** siteverify takes a form or JSON. */
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
  const draw = (widget) => {
    widget.host.replaceChildren()
    const box = document.createElement("div")
    box.setAttribute("role", "group")
    box.setAttribute("aria-label", "Captcha")
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
      if (PASS.test(widget.options.sitekey)) {
        widget.token = "${DUMMY_TOKEN}"
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
