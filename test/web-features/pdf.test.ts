import { readFileSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { expect, test } from "vitest"
import { hasJudges, pdfJudges } from "../../harness/formats/judges.ts"
import { isFull } from "../../harness/layer.ts"
import { makePdf } from "../../harness/pdf-file.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { drawPdfPage } from "../../web/features/images/pdf/draw-pdf-page.ts"

const pdfium = new WebAssembly.Module(
  readFileSync(createRequire(import.meta.url).resolve("@hyzyla/pdfium/pdfium.wasm")),
)

const shapes =
  "1 0 0 rg 20 20 100 80 re f /G gs 0 0 1 rg 60 40 m 200 60 l 120 130 l f 0 g BT /F 24 Tf 30 100 Td (Press) Tj ET"
const picture = {
  dictionary: "/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceRGB /BitsPerComponent 8",
  bytes: Uint8Array.from({ length: 192 }, (_, i) => (i * 53) % 256),
}

async function drawn(pdf: Uint8Array): Promise<{ widthPx: number; heightPx: number; rgba: Uint8Array }> {
  const answer = await drawPdfPage(pdfium, pdf, "in")
  if (answer.kind === "refused") throw new Error(answer.words)
  const png = Buffer.from(await answer.png.arrayBuffer())
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { widthPx: info.width, heightPx: info.height, rgba: data }
}

test("a PDF's page is drawn at 300 DPI on clear ground, or refused with what to do", async () => {
  const { widthPx, heightPx, rgba } = await drawn(makePdf({ content: shapes }))
  expect([widthPx, heightPx]).toEqual([900, 600])
  const pixel = (x: number, y: number) => [...rgba.subarray((y * 900 + x) * 4, (y * 900 + x) * 4 + 4)]
  expect(pixel(2, 2)).toEqual([0, 0, 0, 0])
  expect(pixel(90, 510)).toEqual([255, 0, 0, 255])
  expect(pixel(700, 320)).toEqual([0, 0, 255, expect.closeTo(128, -1)])
  const refusals: [Uint8Array, string][] = [
    [makePdf({ content: shapes, pages: 3 }), "has 3 pages. Export the page that you want to print"],
    [makePdf({ content: shapes }).slice(0, 300), "is damaged or cut short. Export it again"],
    [makePdf({ content: shapes, kids: "2 0 R" }), "is damaged or cut short. Export it again"],
    [makePdf({ content: shapes, widthPoints: 4320, heightPoints: 4320 }), "has a page of 60 × 60 in"],
    [Buffer.from(LOCKED.replace(/\n/g, ""), "base64"), "is locked with a password. Save it without one"],
  ]
  for (const [pdf, words] of refusals)
    expect(await drawPdfPage(pdfium, pdf, "in")).toEqual({
      kind: "refused",
      words: expect.stringContaining(`This PDF ${words}`),
    })
})

test("a PDF that draws itself, that claims a vast picture or that is garbled ends", async () => {
  const form = "/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Self"
  const vast = picture.dictionary.replaceAll(" 8 /H", " 60000 /H").replace("Height 8", "Height 60000")
  const hostile = [
    makePdf({ content: "/X Do", object: { dictionary: form, bytes: "/X Do 0 0 9 9 re f" } }),
    makePdf({ content: "/X Do", object: { dictionary: vast, bytes: "" } }),
    makePdf({
      content: "/X Do",
      object: { dictionary: `${vast} /Filter /FlateDecode`, bytes: deflateSync(Buffer.alloc(8 << 20)) },
    }),
    makePdf({ content: "q ".repeat(100_000) + shapes }),
  ]
  const random = randomFrom(9)
  const whole = makePdf({ content: `${shapes} 100 0 0 100 20 20 cm /X Do`, object: picture })
  for (let round = 0; round < (isFull ? 150 : 10); round++) {
    const garbled = whole.slice()
    for (let i = 0; i < 6; i++) garbled[Math.floor(random() * whole.length)] = Math.floor(random() * 256)
    hostile.push(garbled)
  }
  for (const pdf of hostile)
    expect(["drawn", "refused"]).toContain((await drawPdfPage(pdfium, pdf, "in")).kind)
})

test.runIf(hasJudges)(
  "vectors, pictures and alpha are those of MuPDF, but for the smoothing of edges",
  async () => {
    const pages = [
      shapes,
      "100 0 0 100 50 20 cm /X Do",
      "/G gs 0 1 1 0 k 5 w 20 20 m 60 140 120 -40 200 120 c S 1 0 0 RG 8 w 30 30 150 80 re S",
      "/G gs 0.2 0.6 0.3 rg 108 72 m 200 20 l 150 130 l 20 110 l 190 60 l f*",
    ]
    const folder = await mkdtemp(join(tmpdir(), "pdf-"))
    try {
      for (const [i, content] of pages.entries()) {
        const pdf = makePdf({ content, object: picture })
        const file = join(folder, `${i}.pdf`)
        await writeFile(file, pdf)
        const judged = await pdfJudges.mupdf(file, 300, folder)
        const ours = await drawn(pdf)
        expect([ours.widthPx, ours.heightPx]).toEqual([judged.widthPx, judged.heightPx])
        expect(shareApart(ours.rgba, judged.data, ours.widthPx, ours.heightPx), content).toBeLessThan(0.001)
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)

/** Returns the share of pixels that, on white, lie outside of what the other has within a pixel around, by 12 levels. */
function shareApart(rgba: Uint8Array, rgb: Uint8Array, widthPx: number, heightPx: number): number {
  let apart = 0
  for (let y = 1; y < heightPx - 1; y++)
    for (let x = 1; x < widthPx - 1; x++) {
      const isApart = [0, 1, 2].some((channel) => {
        const at = (y * widthPx + x) * 4
        const ours = 255 + ((rgba[at + channel] - 255) * rgba[at + 3]) / 255
        let [least, most] = [255, 0]
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const theirs = rgb[((y + dy) * widthPx + x + dx) * 3 + channel]
            least = Math.min(least, theirs)
            most = Math.max(most, theirs)
          }
        return ours < least - 12 || ours > most + 12
      })
      if (isApart) apart++
    }
  return apart / (widthPx * heightPx)
}

/** A page that asks for a password, as qpdf locks it. */
const LOCKED = `
JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZWwgOCA+
PiA+PiAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL0NvdW50IDEgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9Q
YWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMgNCAwIFIgL01lZGlhQm94IFsgMCAwIDIxNiAxNDQgXSAvUGFyZW50IDIgMCBSIC9SZXNv
dXJjZXMgPDwgL0V4dEdTdGF0ZSA8PCAvRyA8PCAvY2EgLjUgPj4gPj4gL0ZvbnQgPDwgL0YgPDwgL0Jhc2VGb250IC9IZWx2ZXRpY2EtQm9sZCAvU3Vi
dHlwZSAvVHlwZTEgL1R5cGUgL0ZvbnQgPj4gPj4gPj4gL1R5cGUgL1BhZ2UgPj4KZW5kb2JqCjQgMCBvYmoKPDwgL0xlbmd0aCAxMTIgL0ZpbHRlciAv
RmxhdGVEZWNvZGUgPj4Kc3RyZWFtCjcKWQ6rLj58u+4jUt53Lrg2rtRiaAMarkQ7FL0hhMOUkfZhBZHC7HpDDLtsWdsSc8Vxhps/wmJSk9Q5QrkIkKfQ
GhZr2chPXbWk8fgPSb/4AFlCgFHqNGnhiz9bW5Wk33TFIAtMjkKRHM0SlIh7l6hlbmRzdHJlYW0KZW5kb2JqCjUgMCBvYmoKPDwgL0NGIDw8IC9TdGRD
RiA8PCAvQXV0aEV2ZW50IC9Eb2NPcGVuIC9DRk0gL0FFU1YzIC9MZW5ndGggMzIgPj4gPj4gL0ZpbHRlciAvU3RhbmRhcmQgL0xlbmd0aCAyNTYgL08g
PDhlNDQ1YmRhZGJlZDI4NzMyNmEyMmY1NjEzZGE1YzJjYzI0ODc4ZjZjOGUxYWRjNGFjNGI1OTNmM2U0YjM3NTY0NWYzNDMxY2MyOTZiNWFlOWQ5NjBh
NzU4NjViZWVmNj4gL09FIDxhMWNhMjQzMTA2OGJjNGEzMDkzZmJiOGVhZGFiMmVmM2RjYTAzMzlmMmVjOWI0ZmQ1MGZiMDNkMWRmYzU1NTgyPiAvUCAt
NCAvUGVybXMgPDQ0YTI4Y2IwNTBjNTYwZjk2NTc0M2RiNGY3Y2VjNjA1PiAvUiA2IC9TdG1GIC9TdGRDRiAvU3RyRiAvU3RkQ0YgL1UgPDQ2NDU5NGI4
NWFkMDg2YzcwMjQyNDczYmM2MjcxNDkwYjFjYTNjMDMwNTM0OWM4MTJlOTMzMDcyMTdmMjYzODk4NjlmYjhiYzczNWE3ZTgyNjczMGI4OWI3NzUyNjRm
OT4gL1VFIDw3Mzc0YWE2NTc4NjRmZGUxMmIwYTFkMTZmNjAwN2VmY2Y0MmNjY2IwNGJiNDI5MDdmYjg5MTgzYjMyMzRhNWEwPiAvViA1ID4+CmVuZG9i
agp4cmVmCjAgNgowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDAwMTUgMDAwMDAgbiAKMDAwMDAwMDEzMCAwMDAwMCBuIAowMDAwMDAwMTg5IDAwMDAw
IG4gCjAwMDAwMDA0MDMgMDAwMDAgbiAKMDAwMDAwMDU4NiAwMDAwMCBuIAp0cmFpbGVyIDw8IC9Sb290IDEgMCBSIC9TaXplIDYgL0lEIFs8MDBhNTFm
ODNmZDZjOGE5NDdmYjQ5NjFjMDQzNjczODY+PDAwYTUxZjgzZmQ2YzhhOTQ3ZmI0OTYxYzA0MzY3Mzg2Pl0gL0VuY3J5cHQgNSAwIFIgPj4Kc3RhcnR4
cmVmCjExMzMKJSVFT0YK
`
