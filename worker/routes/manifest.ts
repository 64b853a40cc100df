import type { Context } from "hono"
import { html } from "hono/html"
import { manifests } from "../../contract/api/print-api.ts"
import { unknown } from "../../contract/error.ts"
import { makeId } from "../../contract/id.ts"
import { type Manifest, type ManifestRow, type ManifestTick, readLabelCode } from "../../contract/manifest.ts"
import { productName } from "../../contract/text.ts"
import { ApiRoutes } from "../api-routes.ts"
import type { AppEnv } from "../app-env.ts"
import { databaseOf } from "../data/database.ts"
import { areOwnCopies, findCopy, storeTicks } from "../data/manifest-rows.ts"
import { inertText, quotedCell } from "../files/csv.ts"
import { readManifest } from "../flows/read-manifest.ts"
import { hubOf } from "../hub-stub.ts"
import { ownPrint, visiblePrint } from "../middleware/print-access.ts"
import { limitRate, rateRules } from "../rate-limit.ts"

/** What lies where on a print's sheets, for which order, and what the press has done of it. */
export const manifestRoutes = new ApiRoutes()
  .serve(manifests.one, async (c) => ({ data: await manifestOf(c) }))
  .serve(manifests.tick, async (c) => {
    const { id: printId, userId } = await ownPrint(c)
    const ticks = lastOfEach(c.req.valid("json").ticks)
    await limitRate(c, rateRules.tickByAccount, userId)
    const nowMs = Date.now()
    const db = databaseOf(c.env)
    if (!(await areOwnCopies(db, printId, ticks))) throw unknown("copy")
    await storeTicks(db, printId, ticks, nowMs)
    const event = { kind: "manifest" as const, data: { printId, ticks } }
    await hubOf(c.env, userId).publish({ userId, key: `manifest:${makeId(nowMs)}`, event })
    return { data: { printId, ticks } }
  })
  .serve(manifests.find, async (c) => {
    const code = readLabelCode(c.req.param("code") ?? "")
    const found = code && (await findCopy(databaseOf(c.env), c.var.user.id, code))
    if (!found) throw unknown("code")
    return { data: { ...found, copy: code.copy } }
  })
  .serve(manifests.csv, async (c) => {
    const manifest = await manifestOf(c)
    return c.body(csvOf(manifest.rows), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${manifest.printId.slice(-6)}-manifest.csv"`,
    })
  })
  .serve(manifests.html, async (c) => c.html(pageOf(await manifestOf(c))))

async function manifestOf(c: Context<AppEnv>): Promise<Manifest> {
  return readManifest(c.env, await visiblePrint(c))
}

/** One tick for each copy: of two in one call, the later counts. */
function lastOfEach(ticks: readonly ManifestTick[]): ManifestTick[] {
  return [...new Map(ticks.map((tick) => [`${tick.itemId} ${tick.copy}`, tick])).values()]
}

const columns: [title: string, cell: (row: ManifestRow) => string | number | null][] = [
  ["Sheet", (row) => row.sheet],
  ["Position", (row) => row.position],
  ["X (in)", (row) => row.xIn],
  ["Y (in)", (row) => row.yIn],
  ["Order", (row) => row.orderNumber],
  ["Buyer", (row) => row.buyer],
  ["Item", (row) => row.item],
  ["SKU", (row) => row.sku],
  ["Size", (row) => row.size],
  ["Personalisation", (row) => row.personalisation],
  ["Image", (row) => row.image],
]

/** RFC 4180 in UTF-8, with the byte order mark that spreadsheets look for. */
function csvOf(rows: readonly ManifestRow[]): string {
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
  return `\uFEFF${lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("")}`
}

function csvCell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value)
  return quotedCell(inertText(value))
}

const dayOf = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
})

function pageOf({ printId, printedAt, createdAt, sheets, rows }: Manifest) {
  const date = dayOf.format(new Date(printedAt ?? createdAt))
  const name = printId.slice(-6)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${productName} | Manifest ${name}</title>
        <style>
          :root { font: 14px/1.4 system-ui, sans-serif; color-scheme: light dark; }
          body { margin: 1.5rem; }
          h1 { font-size: 1.25rem; margin: 0 0 0.25rem; }
          table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
          th, td { border-bottom: 1px solid #8886; padding: 0.3rem 0.5rem; text-align: left; vertical-align: top; }
          .number { text-align: right; font-variant-numeric: tabular-nums; }
          div { overflow-x: auto; }
          @media screen and (max-width: 40rem) {
            body { margin: 1rem; }
            thead { display: none; }
            table, tbody, tr { display: block; }
            tr { border-bottom: 1px solid #8886; padding: 0.5rem 0; }
            td { display: flex; gap: 0.75rem; border: 0; padding: 0.1rem 0; text-align: left; overflow-wrap: anywhere; }
            td::before { content: attr(data-title); flex: 0 0 8.5rem; font-weight: 600; text-align: left; }
            td:empty { display: none; }
          }
          @page { size: landscape; margin: 12mm; }
          @media print {
            :root { font-size: 9pt; color-scheme: light; }
            body { margin: 0; }
            thead { display: table-header-group; }
            tr { break-inside: avoid; }
            p.hint { display: none; }
          }
        </style>
      </head>
      <body>
        <main>
          <h1>Manifest of print ${name}</h1>
          <p>${productName}, ${date}, ${rows.length} ${sheets > 0 ? (rows.length === 1 ? "copy" : "copies") : "items"}${sheets > 0 ? `, ${sheets} ${sheets === 1 ? "sheet" : "sheets"}` : ""}</p>
          <p class="hint">Print this page with your browser, or <a href="/api/prints/${printId}/manifest.csv">download it as CSV</a>.</p>
          <div>
            <table>
              <thead>
                <tr>${columns.map(headOf)}</tr>
              </thead>
              <tbody>
                ${rows.map((row) => html`<tr>${columns.map(([title, cell]) => cellOf(title, cell(row)))}</tr>`)}
              </tbody>
            </table>
          </div>
        </main>
      </body>
    </html>`
}

const counted = new Set(["Sheet", "Position", "X (in)", "Y (in)"])

/** A head over numbers is aligned right, like them. */
function headOf([title]: (typeof columns)[number]) {
  return counted.has(title)
    ? html`<th scope="col" class="number">${title}</th>`
    : html`<th scope="col">${title}</th>`
}

/** On a phone a row becomes a list, and each cell shows its title. */
function cellOf(title: string, value: string | number | null) {
  const kind = typeof value === "number" ? "number" : "text"
  return html`<td class="${kind}" data-title="${title}">${value ?? ""}</td>`
}
