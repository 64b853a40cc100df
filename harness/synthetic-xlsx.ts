import { strToU8, zipSync } from "fflate"

/** A number that a cell shows as a date. */
type Serial = { serial: number }
type Cell = string | number | Serial

/** Writes a workbook as spreadsheet programs do: shared texts, a date style, no empty cells. */
export function syntheticXlsx(rows: readonly (readonly Cell[])[]): Uint8Array<ArrayBuffer> {
  const texts = new Map<string, number>()
  const place = (text: string) => {
    if (!texts.has(text)) texts.set(text, texts.size)
    return texts.get(text) ?? 0
  }
  const cells = (row: readonly Cell[], at: number) =>
    row
      .map((cell, column) => {
        const name = `${columnName(column)}${at + 1}`
        if (cell === "") return ""
        if (typeof cell === "number") return `<c r="${name}"><v>${cell}</v></c>`
        if (typeof cell === "object") return `<c r="${name}" s="1"><v>${cell.serial}</v></c>`
        return `<c r="${name}" t="s"><v>${place(cell)}</v></c>`
      })
      .join("")
  const sheet = rows
    .map((row, at) => (row.length === 0 ? "" : `<row r="${at + 1}">${cells(row, at)}</row>`))
    .join("")
  const shared = [...texts.keys()]
    .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    .join("")
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  const files = {
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Orders" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId7" Type="${relations}/worksheet" Target="worksheets/first.xml"/></Relationships>`,
    "xl/worksheets/first.xml": `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
    "xl/styles.xml": `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst ${main}>${shared}</sst>`,
  }
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)])
  return zipSync(Object.fromEntries(packed)) as Uint8Array<ArrayBuffer>
}

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}
