import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { expect, onTestFinished, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import type { ManifestRow } from "../../contract/prints/manifest.ts"
import { hasJudges, pageTexts } from "../../harness/formats/judges.ts"
import { joined } from "../../sheet/raster/file-bytes.ts"
import { type ContactPicture, contactPaper } from "../../worker/files/contact-paper.ts"
import { manifestPaper } from "../../worker/files/manifest-paper.ts"
import { fitted, winAnsiOf } from "../../worker/files/paper-text.ts"
import { rgbOnGrey } from "../../worker/files/small-picture.ts"

const row = (index: number): ManifestRow => ({
  itemId: makeId(0),
  orderId: null,
  isPressed: false,
  isShipped: false,
  copy: 1,
  code: `${index + 1}-1`,
  sheet: 1 + Math.floor(index / 50),
  position: (index % 50) + 1,
  xIn: 1,
  yIn: 1,
  widthIn: 3,
  heightIn: 3,
  orderNumber: `31849${index}`,
  buyer: "Ann Buyer",
  shipBy: null,
  item: index === 0 ? "Größe (L) “Café”" : "Luna Moth Tee ".repeat(9),
  sku: "MOTH",
  size: "Left chest 3.5 in",
  personalisation: [],
  wording: "For Ann",
  texts: [],
  image: "moth.png",
  preview: null,
  cost: null,
  isDone: false,
  doneBy: null,
  isCancelled: false,
  hasNoPlace: false,
  approvedAt: null,
  changes: [],
})

async function readPdf(pdf: Uint8Array): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "papers-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "paper.pdf")
  writeFileSync(path, pdf)
  return pageTexts(path)
}

test.skipIf(!hasJudges)("a manifest's pages name every copy and its order, and no buyer", async () => {
  const rows = Array.from({ length: 120 }, (_, index) => row(index))
  const pages = await readPdf(
    manifestPaper({
      timeZone: "UTC",
      printId: makeId(0),
      name: "Friday batch",
      createdAt: "2026-11-23T08:00:00Z",
      printedAt: null,
      sheets: 3,
      lengthUnit: "in",
      cutLengthsIn: [],
      currency: null,
      inkTick: null,
      findings: [],
      notChecked: [],
      rows,
    }),
  )
  expect(pages).toHaveLength(4)
  const text = pages.join("\n")
  expect(text).toContain("Friday batch")
  expect(text).toContain("Größe (L) “Café”")
  expect(text.match(/^ *Sheet \d .*copies$/gm)?.map((line) => line.trim().replace(/\s+/g, " "))).toEqual([
    "Sheet 1 50 copies",
    "Sheet 2 50 copies",
    "Sheet 3 20 copies",
  ])
  for (const { code, orderNumber } of rows)
    expect(text).toMatch(new RegExp(`\\s${code}\\s+${orderNumber}\\s`))
  expect(text).not.toContain("Ann")
})

test.skipIf(!hasJudges)("a contact sheet has six sheets a page, also those without a picture", async () => {
  const png = await sharp({ create: { width: 48, height: 90, channels: 4, background: "#ff8000" } })
    .png()
    .toBuffer()
  async function* sheets(): AsyncGenerator<ContactPicture> {
    for (let i = 1; i <= 7; i++) yield { png: i === 2 ? null : png, lines: [`Sheet ${i}`, `22 × ${i} in`] }
  }
  const parts: Uint8Array[] = []
  for await (const part of contactPaper({ title: "Friday batch", createdAtMs: 0 }, sheets())) parts.push(part)
  const pages = await readPdf(joined(parts))
  expect(pages.map((page) => page.match(/Sheet \d/g)?.length)).toEqual([6, 1])
  expect(pages[0]).toContain("22 × 3 in")
})

test("a small picture is read as other programs read it, whatever filters its rows have", async () => {
  const [width, height] = [37, 23]
  const data = Buffer.from(
    Array.from({ length: width * height * 4 }, (_, i) => (i * i * 7 + (i % 4 === 3 ? 90 : i)) & 255),
  )
  const picture = sharp(data, { raw: { width, height, channels: 4 } })
  for (const adaptiveFiltering of [false, true]) {
    const png = await picture.png({ adaptiveFiltering }).toBuffer()
    const found = rgbOnGrey(png, 200)
    expect(found).toMatchObject({ widthPx: width, heightPx: height })
    const wanted = Array.from({ length: width * height * 3 }, (_, i) => {
      const [pixel, channel] = [Math.floor(i / 3), i % 3]
      const alpha = data[pixel * 4 + 3]
      return Math.round((data[pixel * 4 + channel] * alpha + 200 * (255 - alpha)) / 255)
    })
    expect(Buffer.from(found?.rgb ?? []).equals(Buffer.from(wanted))).toBe(true)
  }
  const grey = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
    .png()
    .toBuffer()
  expect(rgbOnGrey(grey, 200)).toBeNull()
})

test("a text becomes what the fonts of every reader have, and is cut where it does not fit", () => {
  expect(winAnsiOf("Aé€ő猫")).toBe("41e9806f3f")
  expect(fitted("Left chest", 100, 9)).toBe("Left chest")
  const cut = fitted("Luna Moth Tee, Gift for Her", 60, 9)
  expect(cut).toMatch(/^Luna Moth.*…$/)
})
