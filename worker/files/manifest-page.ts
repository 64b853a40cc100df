import { html, raw } from "hono/html"
import { type LengthUnit, lengthText } from "../../contract/length.ts"
import { moneyText } from "../../contract/money.ts"
import { type BuyerAnswer, shownAnswersOf, shownQuestion } from "../../contract/orders/personalisation.ts"
import { inkNotices } from "../../contract/prints/ink-notices.ts"
import {
  approvedWords,
  changeNotice,
  costOfRows,
  groupsOf,
  itemCode,
  labelAddress,
  labelledCode,
  type Manifest,
  type ManifestGroup,
  type ManifestRow,
  pieceCounts,
  textNotice,
} from "../../contract/prints/manifest.ts"
import { productName } from "../../contract/text.ts"
import { CODE_DOTS } from "../../sheet/raster/label/code-dots.ts"
import { encodeCode } from "../../sheet/raster/label/encode-code.ts"

/** Each code is 2 KB of the page. A longer list has their text alone. */
const MAX_CODES = 1_000

/**
 * Returns a manifest as a page for paper, A4 or Letter: a block for each order, and in it a line for
 * each copy with a box to tick, its artwork and its code. The page needs no colour.
 */
export function manifestPage(manifest: Manifest, origin: string) {
  const {
    printId,
    name,
    printedAt,
    createdAt,
    sheets,
    cutLengthsIn,
    rows,
    timeZone,
    lengthUnit,
    currency,
    inkTick,
  } = manifest
  const dates = datesIn(timeZone)
  const words = [
    dates.format(new Date(printedAt ?? createdAt)),
    counted(rows.length, "copy", "copies"),
    ...(sheets === 0 ? [] : [counted(sheets, "sheet", "sheets")]),
    ...cutLengthsIn.map((inches, i) => `${lengthText(inches, lengthUnit)} of cut line on sheet ${i + 1}`),
    ...(printedAt === null ? ["not printed yet"] : []),
    ...costWords(rows, currency),
    ...(inkTick === null ? [] : [`${inkTick.by} looked at the ink on ${dates.format(new Date(inkTick.at))}`]),
  ]
  const counts = pieceCounts(rows)
  const inks = inkNotices(manifest)
  const codeOf = rows.length > MAX_CODES ? null : (row: ManifestRow) => codeDrawing(row, printId, origin)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${productName} | Manifest of ${name}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${name}</h1>
          <p>${words.join(", ")}</p>
          <p class="hint">Print this page with your browser, or <a href="/api/prints/${printId}/manifest.csv">download it as CSV</a>.</p>
          ${groupsOf(rows, timeZone).map((group) => groupOf(group, { dates, currency, codeOf, counts, inks, unit: lengthUnit }))}
        </main>
      </body>
    </html>`
}

/** The formats and settings that all copies of a manifest are written with. */
type Told = {
  dates: Intl.DateTimeFormat
  currency: string | null
  codeOf: ((row: ManifestRow) => ReturnType<typeof raw> | null) | null
  counts: ReadonlyMap<string, string>
  inks: ReadonlyMap<string, string>
  unit: LengthUnit
}

/** Returns a format such as `Mon, 23 Nov 2026`. */
function datesIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone,
  })
}

/** Returns `cost $12.30`, if the cost is known. */
function costWords(rows: readonly ManifestRow[], currency: string | null): string[] {
  const cost = costOfRows(rows)
  return cost === null || currency === null ? [] : [`cost ${moneyText(cost, currency)}`]
}

function groupOf({ orderNumber, buyer, shipBy, rows }: ManifestGroup, told: Told) {
  const { dates, currency } = told
  const about = [
    buyer,
    shipBy === null ? "" : `ship by ${dates.format(new Date(shipBy))}`,
    ...costWords(rows, currency),
  ]
  return html`<section>
    <header>
      <h2>${orderNumber === "" ? "Without an order" : `#${orderNumber}`}</h2>
      <p>${about.filter((part) => part !== "").join(", ")}</p>
      <p class="count">${counted(rows.length, "copy", "copies")}</p>
    </header>
    <ul>
      ${rows.map((row) => lineOf(row, told))}
    </ul>
  </section>`
}

function lineOf(row: ManifestRow, { codeOf, counts, inks, unit }: Told) {
  const ink = inks.get(row.itemId)
  const { item, image, size, sku, preview, isDone, sheet, position, xIn, yIn } = row
  const notices = [changeNotice(row), textNotice(row)].filter((notice) => notice !== "")
  const place = sheet === null ? "" : `Sheet ${sheet}, no. ${position}`
  const across =
    xIn === null || yIn === null ? "" : `${lengthText(xIn, unit)} across, ${lengthText(yIn, unit)} down`
  return html`<li>
    <span class="box" role="img" aria-label="${isDone ? "Done" : "To do"}">${isDone ? "✓" : ""}</span>
    <span class="art">${preview === null ? "" : html`<img src="/api/${preview}" alt="" />`}</span>
    <span class="what">
      ${notices.map((notice) => html`<b class="notice">${notice}</b>`)}
      <b>${item || image || "No artwork"}</b>
      <span>${[size, sku, approvedWords(row)].filter((part) => part !== "").join(", ")}</span>
      ${row.texts.map(({ label, text }) => html`<span class="said"><span class="asked">${label}</span> ${text}</span>`)}
      ${shownAnswersOf(row).map(answerLine)}
      ${ink === undefined ? "" : html`<span class="asked">Ink: ${ink}</span>`}
    </span>
    <span class="where"><b>${labelledCode(row, counts)}</b><span>${place}</span><span>${across}</span></span>
    ${codeOf?.(row) ?? ""}
  </li>`
}

/** Returns an answer with its question. A file is a link: paper cannot show it. */
function answerLine(answer: BuyerAnswer) {
  const question = shownQuestion(answer)
  if (answer.isFile) {
    return html`<span><a href="${answer.answer}" target="_blank" rel="noopener noreferrer">${question || "Upload"}: file</a></span>`
  }
  return html`<span class="said">${question === "" ? `“${answer.answer}”` : html`<span class="asked">${question}</span> ${answer.answer}`}</span>`
}

/** Returns the code of a copy's label as a drawing, a unit for each dot. */
function codeDrawing({ code, copy }: ManifestRow, printId: string, origin: string) {
  const number = Number(code.split("-")[0])
  const dots = encodeCode(`${labelAddress(origin, itemCode(printId, number))}${copy}`)
  if (dots === null) return null
  let path = ""
  for (let y = 0; y < CODE_DOTS; y++) {
    for (let x = 0; x < CODE_DOTS; x++) {
      if (dots[y * CODE_DOTS + x] === 0) continue
      const from = x
      while (x + 1 < CODE_DOTS && dots[y * CODE_DOTS + x + 1] === 1) x++
      path += `M${from} ${y}h${x + 1 - from}v1H${from}z`
    }
  }
  return raw(
    `<svg viewBox="-4 -4 ${CODE_DOTS + 8} ${CODE_DOTS + 8}" shape-rendering="crispEdges" role="img" aria-label="Code ${code}"><path fill="#000" d="${path}"/></svg>`,
  )
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`
}

const style = `
:root { font: 15px/1.35 system-ui, sans-serif; color: #000; background: #fff; color-scheme: light; }
body { margin: 1.5rem auto; max-width: 60rem; padding: 0 1.5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.5rem; line-height: 1.2; margin: 0; font-variant-numeric: tabular-nums; }
p { margin: 0.25rem 0 0; }
section { margin-top: 1.25rem; border-top: 3px solid #000; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding: 0.375rem 0; }
header p { margin: 0; overflow-wrap: anywhere; }
.count { margin-left: auto; font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; }
li { display: flex; align-items: center; gap: 0.75rem; border-top: 1px solid #767676; padding: 0.375rem 0; }
.box { flex: none; width: 1.75rem; height: 1.75rem; border: 2px solid #000; border-radius: 3px; font: 700 1.375rem/1.25 system-ui; text-align: center; }
.art { flex: none; width: 4rem; height: 4rem; display: grid; place-items: center; background: #d9d9d9; }
.art img { max-width: 4rem; max-height: 4rem; }
.what { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.what > *, .where > * { display: block; }
.notice { border: 2px solid #000; padding: 0 0.375rem; width: fit-content; }
.said { font-size: 1.125rem; font-weight: 600; white-space: pre-line; }
.asked { font-size: 0.8125rem; font-weight: 400; }
.where { flex: none; text-align: right; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.where b { font-size: 1.125rem; }
svg { flex: none; width: 4.5rem; height: 4.5rem; background: #fff; }
a { color: inherit; }
@media screen and (max-width: 40rem) {
  body { margin: 1rem 0; padding: 0 1rem; }
  li { flex-wrap: wrap; }
  .what { flex-basis: calc(100% - 9rem); }
  .where { flex: 1; text-align: left; }
}
@page { margin: 12mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 9pt system-ui, sans-serif; } }
@media print {
  :root { font-size: 10.5pt; }
  body { margin: 0; max-width: none; padding: 0; }
  li { break-inside: avoid; }
  header { break-after: avoid; }
  li:first-child { break-before: avoid; }
  .art { print-color-adjust: exact; }
  .hint { display: none; }
}`
