import { strToU8, zipSync } from "fflate"
import { csvOf, orderFileHeaders } from "../synthetic-order-files.ts"
import { syntheticXlsx } from "../synthetic-xlsx.ts"
import { knot, sizeUpTo } from "./knots.ts"
import { pick } from "./nasty.ts"

type Random = () => number

const CELL_TOKENS =
  'a|T| |  |,|, |;|:|=|"|""|\'|\n|\r\n|\t|1|-|/|.|(|)|[|]|{|}|×|Size: |2× |, 1× x |sku:A;|Personalization:|, Personalization: |é|🦋|\u200b|am|Z|{"children":[|]}'.split(
    "|",
  )
const XML_TOKENS = [
  "<row>",
  "<row ",
  '<row r="9">',
  "</row>",
  '<row r="1"/>',
  '<c r="A1"/>',
  '<c r="A1"><v/></c>',
  "<c>",
  "<c ",
  '<c t="s">',
  '<c t="inlineStr">',
  "</c>",
  "<v>",
  "<v>0",
  "</v>",
  "<is><t>",
  "<t ",
  "</t>",
  "<rPh>",
  "</rPh>",
  "<si/>",
  "<x:",
  "/>",
  ">",
  "<",
  "&amp;",
  "&#",
  "_x000D_",
  "<si>",
  "</si>",
  '<numFmt formatCode="[',
  "<xf ",
  "<cellXfs>",
  "<sheet ",
  "<Relationship ",
  "text",
]

/** Returns a file of orders of any layout, up to a megabyte, with cells or XML that repeat. */
export function madeOrderFile(random: Random): Uint8Array {
  if (random() < 0.25) return madeWorkbook(random)
  const most = sizeUpTo(1_000_000, random)
  const header = [...pick(orderFileHeaders, random)]
  if (random() < 0.2) header.push(knot(CELL_TOKENS, sizeUpTo(Math.min(60_000, most), random), random))
  const rows: string[][] = []
  for (let length = 0; length < most && rows.length < 20_000; ) {
    const row = header.map((name) => madeCell(name, Math.min(60_000, most), random))
    const times = sizeUpTo(Math.min(20_000, Math.ceil(most / (1 + row.join().length))), random)
    for (let again = 0; again < times; again++) rows.push(row)
    length += times * (row.join().length + 1)
  }
  if (random() < 0.25) return syntheticXlsx([[...header], ...rows.slice(0, 2_000)])
  const text = csvOf([header, ...rows], pick([",", ";", "\t"], random), pick(["\r\n", "\n"], random))
  // A quotation mark out of place.
  const at = Math.floor(random() * text.length)
  return encodedText(random() < 0.3 ? `${text.slice(0, at)}"${text.slice(at)}` : text, random)
}

/** Returns the text as programs write it: mostly UTF-8, else UTF-16 or a byte a letter, and some bytes astray. */
function encodedText(text: string, random: Random): Uint8Array {
  const draw = random()
  const mark = random() < 0.5 ? "\ufeff" : ""
  const bytes =
    draw < 0.7
      ? Buffer.from(mark + text)
      : draw < 0.85
        ? Buffer.from(mark + text.slice(0, 500_000), "utf16le")
        : Buffer.from(text, "latin1")
  if (draw > 0.8 && draw < 0.85) bytes.swap16()
  if (random() < 0.1)
    for (let strays = 1 + sizeUpTo(99, random); strays > 0; strays--)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return new Uint8Array(bytes)
}

function madeCell(name: string, most: number, random: Random): string {
  if (/order|number|id$/i.test(name) && random() < 0.8) return pick(["R-1", "R-2", `R-${random()}`], random)
  if (/sku|item|name|quantity|qty/i.test(name) && random() < 0.6) return pick(["TEE", "1", "2"], random)
  if (/date|status|paid/i.test(name) && random() < 0.5) return pick(["2026-09-18", "paid", "1/2/26"], random)
  return random() < 0.5 ? "" : knot(CELL_TOKENS, sizeUpTo(most, random), random)
}

function madeWorkbook(random: Random): Uint8Array {
  // A hundred kilobytes of an archive may unpack to as many megabytes.
  const most = pick([1_000_000, 1_000_000, 1_000_000, 16_000_000], random)
  const xml = () => strToU8(knot(XML_TOKENS, sizeUpTo(most, random), random))
  return zipSync({
    "xl/workbook.xml": random() < 0.7 ? strToU8("<workbook/>") : xml(),
    "xl/_rels/workbook.xml.rels": random() < 0.7 ? strToU8("") : xml(),
    "xl/styles.xml": random() < 0.5 ? strToU8("") : xml(),
    "xl/sharedStrings.xml": xml(),
    "xl/worksheets/sheet1.xml": xml(),
  })
}
