import type { SheetPlacement } from "../../raster/compose-sheet.ts"
import type { RasterHost } from "../../raster/host.ts"
import { restingPause } from "../../raster/pause.ts"
import { openKernel, type RasterKernel } from "../../raster/raster-kernel.ts"
import { openWindow } from "../file-window.ts"
import type { FormatJob, WrittenFile } from "../sheet-format.ts"
import { checkCut, followRings } from "./check-cut.ts"
import { type DrawnPage, openPage } from "./drawn-page.ts"
import { dictionaryOf, numberOf, openPdfReader, type PdfObject, type PdfReader } from "./pdf-reader.ts"
import type { PdfValue } from "./pdf-syntax.ts"

/** The distance of a picture from its pixels; readers round it to them. */
const TOLERANCE_PX = 0.05

/** The length by which a page may be shorter than its pixels, in points. */
const TOLERANCE_PT = 0.0003

/**
 * Reads a PDF back by its cross-references: one page of the sheet's size, sRGB as its output, every
 * placement drawn once, in its place and turned as it should be, and every picture's rows, masks and
 * white whole, with right checksums.
 */
export async function checkPdf(
  file: WrittenFile,
  job: FormatJob,
  host: RasterHost,
): Promise<{ sizeBytes: number }> {
  const kernel = openKernel(host, "measure")
  try {
    const window = openWindow(kernel, await file.openRanges())
    const longestRow = Math.max(1, ...sidesOf(job.placements)) * 3 + 1
    const reader = await openPdfReader(window, kernel, { longestRow })
    const catalog = dictionaryOf(await reader.resolve(reader.trailer.get("Root")))
    await checkIntent(reader, catalog)
    const page = await onlyPage(reader, catalog)
    checkBox(page, job)
    const contents = page.get("Contents")
    if (contents?.kind !== "reference") throw new Error("the sheet's page is empty")
    const follower = openPage(followRings(job.cut?.line.joined ?? [], job.lengthPx, job.dpi))
    await reader.textInPieces(await reader.object(contents.number), follower.add)
    const drawn = follower.end()
    const resources = dictionaryOf(await reader.resolve(page.get("Resources")))
    const pictures = dictionaryOf(resources.get("XObject"))
    const sizes = await checkPictures(reader, pictures, kernel, host)
    checkDrawing(drawn, job, sizes)
    await checkCut(reader, resources, drawn, job)
    return { sizeBytes: window.sizeBytes }
  } finally {
    kernel.close()
  }
}

/** Returns the longest side: a stamp turned by a quarter has its width down. */
function sidesOf(placements: readonly SheetPlacement[]): number[] {
  return [placements.reduce((most, { widthPx, heightPx }) => Math.max(most, widthPx, heightPx), 0)]
}

async function checkIntent(reader: PdfReader, catalog: Map<string, PdfValue>): Promise<void> {
  const intents = catalog.get("OutputIntents")
  const [intent] = intents?.kind === "list" ? intents.items : []
  const profile = dictionaryOf(intent).get("DestOutputProfile")
  if (profile?.kind !== "reference") throw new Error("the sheet does not say how its colours are meant")
  const icc = await reader.text(await reader.object(profile.number))
  if (icc.slice(36, 40) !== "acsp" || icc.slice(16, 20) !== "RGB ")
    throw new Error("the sheet's colour profile is none")
}

async function onlyPage(reader: PdfReader, catalog: Map<string, PdfValue>): Promise<Map<string, PdfValue>> {
  const pages = dictionaryOf(await reader.resolve(catalog.get("Pages")))
  const kids = pages.get("Kids")
  if (kids?.kind !== "list" || kids.items.length !== 1) throw new Error("the sheet has more than one page")
  return dictionaryOf(await reader.resolve(kids.items[0]))
}

function checkBox(page: Map<string, PdfValue>, { widthPx, lengthPx, dpi }: FormatJob): void {
  const box = page.get("MediaBox")
  const sides = box?.kind === "list" ? box.items.map(numberOf) : []
  const expected = [0, 0, (widthPx * 72) / dpi, (lengthPx * 72) / dpi]
  const isRight = sides.length === 4 && sides.every((side, i) => Math.abs(side - expected[i]) <= TOLERANCE_PT)
  if (!isRight) throw new Error(`the sheet's page is ${sides.join(" ")}, expected ${expected.join(" ")}`)
}

type Size = { widthPx: number; heightPx: number }

/** Inflates every picture; returns their sizes. */
async function checkPictures(
  reader: PdfReader,
  pictures: Map<string, PdfValue>,
  kernel: RasterKernel,
  host: RasterHost,
): Promise<Map<string, Size>> {
  const pause = restingPause(host)
  const sizes = new Map<string, Size>()
  for (const [name, reference] of pictures) {
    if (name.startsWith("C")) continue
    if (reference.kind !== "reference") throw new Error(`picture ${name} of the sheet is none`)
    const picture = await reader.object(reference.number)
    const isWhite = name.startsWith("W")
    const size = await checkPlane(picture, isWhite ? 1 : 3)
    const mask = dictionaryOf(picture.value).get("SMask")
    if (!isWhite && mask?.kind !== "reference") throw new Error(`picture ${name} of the sheet has no mask`)
    if (mask?.kind === "reference") {
      const own = await checkPlane(await reader.object(mask.number), 1)
      if (own.widthPx !== size.widthPx || own.heightPx !== size.heightPx)
        throw new Error(`picture ${name} of the sheet has a mask of another size`)
    }
    sizes.set(name, size)
  }
  return sizes

  async function checkPlane(picture: PdfObject, samples: number): Promise<Size> {
    const entries = dictionaryOf(picture.value)
    const size = { widthPx: numberOf(entries.get("Width")), heightPx: numberOf(entries.get("Height")) }
    const coding = dictionaryOf(entries.get("DecodeParms"))
    const asCoded = ["Colors", "Columns", "BitsPerComponent", "Predictor"].map((key) =>
      numberOf(coding.get(key)),
    )
    if (
      asCoded.join() !== [samples, size.widthPx, 8, 15].join() ||
      numberOf(entries.get("BitsPerComponent")) !== 8
    )
      throw new Error(`a picture of the sheet is coded as ${asCoded.join()}`)
    const rows = await reader.inflateRows(
      picture,
      size.widthPx * samples + 1,
      (row) => {
        const [filter] = kernel.view(row, 1)
        if (filter > 4) throw new Error(`a row of the sheet's pictures has filter ${filter}`)
      },
      pause,
    )
    if (rows !== size.heightPx)
      throw new Error(`a picture of the sheet holds ${rows} of ${size.heightPx} rows`)
    return size
  }
}

type Drawn = { key: string; turn: number }

/**
 * Compares the page's drawing with the placements. Each picture has to be drawn at the boxes of one
 * design and nowhere else, turned alike among each other.
 */
function checkDrawing(drawn: DrawnPage, job: FormatJob, sizes: Map<string, Size>): void {
  const { placements, white, labels = [] } = job
  const designs = Map.groupBy(placements, ({ design, stamp }) => (design ? `${design.name} turned` : stamp))
  const wanted = [...designs.values()].map((places) =>
    sorted(
      places.map(({ x, y, widthPx, heightPx, design }) => ({
        key: `${widthPx} × ${heightPx} px at ${x}, ${y}`,
        turn: design?.turn ?? 0,
      })),
    ),
  )
  for (const pass of white ? ["I", "W"] : ["I"]) {
    const pictures = drawn.pictures.filter(({ name }) => name.startsWith(pass))
    if (pictures.length !== placements.length)
      throw new Error(`the sheet draws ${pictures.length} pictures for ${placements.length} placements`)
    const waiting = Map.groupBy(wanted, (places) => places.map(({ key }) => key).join())
    for (const [name, places] of Map.groupBy(pictures, (picture) => picture.name)) {
      const boxes = sorted(places.map(({ matrix }) => boxOf(name, matrix, sizes.get(name), job)))
      const alike = waiting.get(boxes.map(({ key }) => key).join()) ?? []
      const match = alike.findIndex((places) => isTurnedAlike(places, boxes))
      if (match < 0) throw new Error(`the sheet draws ${name} (${boxes[0].key}, …) where no design belongs`)
      alike.splice(match, 1)
    }
  }
  const texts = labels.filter(({ text, code }) => text !== "" || code).length
  if (drawn.texts > texts) throw new Error(`the sheet has ${drawn.texts} texts for ${texts} labels`)
}

function sorted(places: Drawn[]): Drawn[] {
  return places.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
}

/** Returns whether turns agree. A picture may be kept in any turn, but the same for all of its places. */
function isTurnedAlike(wanted: readonly Drawn[], drawn: readonly Drawn[]): boolean {
  const first = drawn[0].turn - wanted[0].turn
  return drawn.every(({ turn }, i) => (turn - wanted[i].turn - first) % 360 === 0)
}

/** Returns the unit square's box by a matrix, in whole pixels of the sheet, and its turn. */
function boxOf(
  name: string,
  [a, b, c, d, e, f]: number[],
  size: Size | undefined,
  { lengthPx, dpi }: FormatJob,
): Drawn {
  const isUpright = b === 0 && c === 0
  if (!size || (!isUpright && (a !== 0 || d !== 0))) throw new Error(`the sheet draws ${name} askew`)
  const turn = isUpright ? (a > 0 ? 0 : 180) : b < 0 ? 90 : 270
  const [across, up] = [a + c, b + d]
  const scale = dpi / 72
  const sides = [
    Math.abs(across) * scale,
    Math.abs(up) * scale,
    Math.min(e, e + across) * scale,
    lengthPx - Math.max(f, f + up) * scale,
  ]
  const [widthPx, heightPx, x, y] = sides.map((side) => {
    const whole = Math.round(side)
    if (Math.abs(side - whole) > TOLERANCE_PX)
      throw new Error(`the sheet draws ${name} beside its pixels: ${side}`)
    return whole
  })
  const [wide, high] = isUpright ? [size.widthPx, size.heightPx] : [size.heightPx, size.widthPx]
  if (wide !== widthPx || high !== heightPx)
    throw new Error(`the sheet draws ${name} (${wide} × ${high} px) at ${widthPx} × ${heightPx} px`)
  return { key: `${widthPx} × ${heightPx} px at ${x}, ${y}`, turn }
}
