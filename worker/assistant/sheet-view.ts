/** The address of the view in which an assistant's window shows a sheet, and the type that says what it is (MCP Apps, 2026-01-26). */
export const SHEET_VIEW = "ui://sheetsmith/sheet"
export const VIEW_TYPE = "text/html;profile=mcp-app"

const style = `
:root { color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif }
body { margin: 0; padding: 12px; background: Canvas; color: CanvasText }
h1 { font-size: 16px; margin: 0 0 4px; overflow-wrap: anywhere }
p { margin: 0 0 8px }
figure { margin: 8px 0 0 }
img { display: block; max-width: 100%; max-height: 480px; background: repeating-conic-gradient(#e2e8f0 0 25%, #fff 0 50%) 0 0 / 16px 16px; border: 1px solid GrayText }
`

/**
 * The script that shows a result as it comes from the window around it. It knows that window alone, fetches nothing, and all that is of
 * the account is put in as text.
 */
const script = `
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*")
const put = (to, tag, text) => {
  const made = document.createElement(tag)
  if (text) made.textContent = text
  to.append(made)
  return made
}
const theme = (context) => {
  if (context?.theme) document.documentElement.style.colorScheme = context.theme
}
const count = (number, noun) => number.toLocaleString("en-US") + " " + noun + (number === 1 ? "" : "s")
const show = ({ content = [], structuredContent: told = {}, isError }) => {
  const main = document.querySelector("main")
  main.replaceChildren()
  if (isError || !told.name) {
    for (const { type, text } of content) if (type === "text") put(main, "p", text)
    return
  }
  put(main, "h1", told.name)
  const sheets = Array.isArray(told.sheets) ? new Set(told.sheets.map(({ sheet }) => sheet)).size : told.sheets
  const facts = [told.status, count(told.copies, "piece"), sheets && count(sheets, "sheet")]
  if (typeof told.filmIn === "number") facts.push((Math.round(told.filmIn * 100) / 100) + " in of film")
  if (typeof told.credits === "number") facts.push(told.isTest ? "a test, free" : count(told.credits, "credit"))
  put(main, "p", facts.filter(Boolean).join(" · "))
  content.filter(({ type }) => type === "image").forEach(({ data, mimeType }, i) => {
    const image = put(put(main, "figure"), "img")
    image.alt = "Sheet " + (i + 1) + (told.confirmation ? ", where its pieces will lie" : "")
    image.src = "data:" + mimeType + ";base64," + data
  })
}
addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return
  const { id, method, params, result } = data
  if (method === "ui/notifications/tool-result") show(params)
  else if (method === "ui/notifications/host-context-changed") theme(params)
  else if (method && id !== undefined) send({ id, result: {} })
  else if (id === 1 && result) {
    theme(result.hostContext)
    send({ method: "ui/notifications/initialized", params: {} })
  }
})
new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement
  send({ method: "ui/notifications/size-changed", params: { width, height } })
}).observe(document.body)
send({
  id: 1,
  method: "ui/initialize",
  params: { appInfo: { name: "sheetsmith", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" },
})
`

/** The page of that view. */
export const sheetViewPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sheet</title><style>${style}</style><main aria-live="polite"></main><script type="module">${script}</script></html>`
