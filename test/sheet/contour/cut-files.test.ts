import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import DxfParser, { type IPolylineEntity } from "dxf-parser"
import { afterAll, expect, test } from "vitest"
import { bytesSource } from "../../../harness/bytes.ts"
import { hasJudges, inkPlates, isSoundPdf, pdfJudges } from "../../../harness/formats/judges.ts"
import { wholeSheet, writtenInMemory } from "../../../harness/formats/written-sheet.ts"
import { checkCutFile } from "../../../sheet/contour/check-cut-file.ts"
import { type CutFileKind, writeCutFile } from "../../../sheet/contour/cut-file.ts"
import { placedRings, ringPoints } from "../../../sheet/contour/cut-line.ts"
import { registrationMarks } from "../../../sheet/contour/registration-marks.ts"
import { traceCutLine } from "../../../sheet/contour/trace-cut-line.ts"
import { pdfFormat } from "../../../sheet/formats/pdf/pdf-format.ts"
import type { CutInk } from "../../../sheet/formats/sheet-format.ts"
import { smallSheet } from "../formats/small-sheet.ts"
import { host } from "../raster/decode.ts"

const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-cut-"))
afterAll(() => rmSync(scratch, { recursive: true }))

const { job, openStamp } = await smallSheet()
const rules = { offsetMm: 1, corners: "round", islands: true, holes: true, smallestHoleMm: 2.5 } as const
const line = await traceCutLine(job, rules, openStamp, host)
const points = [...placedRings(line)].map((ring) => ringPoints(ring, 0.05, 1))

/** Returns points of the lines without ink beside them, and pixels with ink beside no line. */
function strays(inkAt: (x: number, y: number) => number): string[] {
  const { widthPx, lengthPx } = job
  const result: string[] = []
  const near = new Uint8Array(widthPx * lengthPx)
  for (const ring of points) {
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [Math.floor(ring[i]), Math.floor(ring[i + 1])]
      let most = 0
      for (let row = y - 1; row <= y + 1; row++) {
        for (let column = x - 1; column <= x + 1; column++) {
          most = Math.max(most, inkAt(column, row))
          near[row * widthPx + column] = 1
        }
      }
      if (most <= 60) result.push(`no ink at ${x}, ${y}`)
    }
  }
  near.forEach((isNear, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
    if (isNear === 0 && inkAt(x, y) > 0) result.push(`ink at ${x}, ${y}`)
  })
  return result
}

async function pdf(name: string, cut: CutInk | undefined): Promise<Uint8Array> {
  const bytes = await wholeSheet(pdfFormat.write({ ...job, cut }, openStamp, host))
  await pdfFormat.check(writtenInMemory(bytes), { ...job, cut }, host)
  writeFileSync(join(scratch, name), bytes)
  return bytes
}

test.skipIf(!hasJudges)(
  "in PDF the cut line is a plate of its own under its name, over the other inks, which stay as they are",
  async () => {
    const inks = ["Cyan", "Yellow", "Black"]
    await pdf("plain.pdf", undefined)
    const plain = await inkPlates(join(scratch, "plain.pdf"), inks, 150, scratch)
    for (const name of ["Thru-cut", "Die line"]) {
      await pdf("cut.pdf", { name, line })
      expect(await isSoundPdf(join(scratch, "cut.pdf"))).toBe(true)
      const [plate, ...others] = await inkPlates(join(scratch, "cut.pdf"), [name, ...inks], 150, scratch)
      expect(
        strays((x, y) => plate.data[y * plate.widthPx + x]),
        name,
      ).toEqual([])
      others.forEach(({ data }, i) => {
        expect(Buffer.compare(data, plain[i].data), inks[i]).toBe(0)
      })
    }
    // Readers without the ink show it in magenta.
    const { data, widthPx } = await pdfJudges.poppler(join(scratch, "cut.pdf"), 150, scratch)
    const [x, y] = points[0].map(Math.floor)
    const greens = [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].map((dy) => data[((y + dy) * widthPx + x + dx) * 3 + 1]),
    )
    expect(Math.min(...greens)).toBeLessThan(200)
  },
)

test("reading a PDF back finds a cut line that is missing, misnamed, moved or not asked for", async () => {
  const bytes = await pdf("cut.pdf", { name: "CutContour", line })
  const check = (cut: CutInk | undefined) => pdfFormat.check(writtenInMemory(bytes), { ...job, cut }, host)
  await expect(check(undefined)).rejects.toThrow("nobody asked for")
  await expect(check({ name: "Thru-cut", line })).rejects.toThrow("no ink named Thru-cut")
  await expect(
    check({ name: "CutContour", line: { ...line, joined: line.joined.slice(1) } }),
  ).rejects.toThrow("joined cut lines")
  const moved = { ...line, joined: line.joined.map((ring) => ring.map((at) => at + 0.1)) }
  await expect(check({ name: "CutContour", line: moved })).rejects.toThrow("does not lie where it belongs")
  const [design, ...others] = line.designs
  if (!design) throw new Error("no piece lies alone")
  const bent = {
    ...design,
    rings: design.rings.map((ring) => ring.map((at, i) => (i === 4 ? at + 0.1 : at))),
  }
  await expect(check({ name: "CutContour", line: { ...line, designs: [bent, ...others] } })).rejects.toThrow(
    "does not lie where it belongs",
  )
  const plain = await pdf("plain.pdf", undefined)
  await expect(
    pdfFormat.check(writtenInMemory(plain), { ...job, cut: { name: "CutContour", line } }, host),
  ).rejects.toThrow()
})

function written(kind: CutFileKind, name: string, marks = registrationMarks("roland", job).marks): string {
  return Buffer.concat([...writeCutFile(kind, line, job, name, marks)]).toString()
}

test("reading SVG and DXF back finds what is missing, moved, open, misnamed or cut off", async () => {
  const { marks } = registrationMarks("roland", job)
  for (const kind of ["svg", "dxf"] as const) {
    const text = written(kind, 'Cut "A&B"')
    const check = (read: string, name = 'Cut "A&B"', among = line) =>
      checkCutFile(kind, bytesSource(Buffer.from(read), 1000), among, job, name, marks)
    expect(await check(text)).toEqual({ sizeBytes: Buffer.byteLength(text) })
    const first = kind === "svg" ? /(<path d="M)(\d+)/ : /(VERTEX\n8\n.*\n10\n)(\d+)/
    const moved = text.replace(first, (_, before, inches) => `${before}${Number(inches) + 1}`)
    const lines = kind === "svg" ? /<path [^>]*>/ : /0\nPOLYLINE[\s\S]*?0\nSEQEND\n8\n.*\n/
    const open = kind === "svg" ? text.replace("Z", "") : text.replace("66\n1\n70\n1", "66\n1\n70\n0")
    const ring = { ...line, joined: [...line.joined, Float64Array.of(1, 1, 2, 2, 3, 3, 1, 1)] }
    const wrong = [moved, open, text.replace(lines, ""), text.slice(0, -10), `${text}<g>\n7`]
    for (const [i, one] of wrong.entries()) {
      expect(one, `${kind} ${i}`).not.toBe(text)
      await expect(check(one), `${kind} ${i}`).rejects.toThrow(/the (SVG|DXF)|cut line/)
    }
    await expect(check(text, "Thru-cut")).rejects.toThrow("Thru-cut")
    await expect(check(text, undefined, ring)).rejects.toThrow("lacks cut lines")
  }
})

test("a DXF reader sees closed lines in inches on a layer of the ink's name, and marks on another", () => {
  const dxf = new DxfParser().parseSync(written("dxf", "Thru cut"))
  expect(dxf?.header).toMatchObject({ $ACADVER: "AC1009", $INSUNITS: 1 })
  expect(Object.keys(dxf?.tables.layer.layers ?? {})).toEqual(["Thru_cut", "REGISTRATION"])
  const lines = (dxf?.entities ?? []) as IPolylineEntity[]
  expect(lines.every(({ type, shape }) => type === "POLYLINE" && shape)).toBe(true)
  const cuts = lines.filter(({ layer }) => layer === "Thru_cut")
  expect(cuts).toHaveLength(points.length)
  let length = 0
  for (const { vertices } of cuts) {
    vertices.forEach(({ x, y }, i) => {
      const next = vertices[(i + 1) % vertices.length]
      length += Math.hypot(next.x - x, next.y - y)
    })
  }
  expect(length).toBeCloseTo(line.lengthPx / job.dpi, 1)
  const [{ x, y }] = cuts[0].vertices
  expect(x).toBeCloseTo(points[0][0] / 150, 4)
  expect(y).toBeCloseTo((371 - points[0][1]) / 150, 4)
  expect(lines.filter(({ layer }) => layer === "REGISTRATION")).toHaveLength(8)
})

test("an SVG reader draws the same lines, in millimetres, under the ink's name", () => {
  const svg = written("svg", 'Cut "A&B"', [])
  expect(svg).toContain('width="67.733mm" height="62.823mm" viewBox="0 0 67.733 62.823"')
  expect(svg).toContain('id="Cut_&quot;A&amp;B&quot;"')
  const drawn = host.svg?.render(svg, job.widthPx, 1e9)
  if (!drawn) throw new Error("there is no SVG reader")
  expect(drawn.widthPx).toBe(job.widthPx)
  const inkAt = (x: number, y: number) =>
    y < drawn.heightPx ? drawn.rgba[(y * drawn.widthPx + x) * 4 + 3] : 0
  expect(strays(inkAt)).toEqual([])
})

test("registration marks are where each cutter looks for them", () => {
  const sheet = { widthPx: 2540, lengthPx: 3810, dpi: 254 }
  const silhouette = registrationMarks("silhouette", sheet).marks
  expect(silhouette[0]).toEqual({ x: 15, y: 20, width: 5, height: 5 })
  const ends = silhouette.slice(1).map(({ x, y, width, height }) => [x, y, x + width, y + height])
  expect(ends.map((box) => box.map((side) => Number(side.toFixed(3))))).toEqual([
    [219, 20, 239, 20.3],
    [238.7, 20, 239, 40],
    [15, 360.7, 35, 361],
    [15, 341, 15.3, 361],
  ])
  const { marks, clear } = registrationMarks("roland", sheet)
  expect(marks).toHaveLength(8)
  expect(clear).toHaveLength(4)
})
