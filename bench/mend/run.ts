import { parseArgs } from "node:util"
import sharp from "sharp"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource } from "../../harness/bytes.ts"
import { COMPOSITES, drawComposite } from "../../harness/composites.ts"
import { cpuMs } from "../../harness/cpu-time.ts"
import { pictureRows, rowsPicture } from "../../harness/picture-rows.ts"
import { photoLike } from "../../harness/raw-pictures.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { throughJpeg } from "../../harness/through-jpeg.ts"
import { addFigures, compareEdges, noFigures } from "../../harness/unmix-figures.ts"
import type { Mend } from "../../sheet/mend/mend.ts"
import { mendRows } from "../../sheet/mend/mend-rows.ts"
import type { Picture } from "../../sheet/raster/artwork.ts"
import { makeStamp } from "../../sheet/raster/make-stamp.ts"
import { openArtwork } from "../../sheet/raster/open-artwork.ts"

/**
 * `npm run bench -- mend [--json]`: the background of 60 composites over known colours is removed, clean and through JPEG, and
 * compared with the drawings; then each mend by colour or frame is timed beside decoding alone and a plain stamp.
 */
const LEAST_RIGHT = 0.99
/** A mend's time as a multiple of a plain stamp's. */
const MOST_TIME = 2
const SIDE_PX = sized(240, 60)
const TILES = sized(8, 1)
/** The runs of which the shortest counts. */
const RUNS = sized(3, 1)
const JPEG_QUALITIES = [92, 80]

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } })
const host = await openNodeHost()
const context = { mmPerPx: 25.4 / 300, host }

const clean = await compareAll(async (picture) => picture)
const throughJpegs = []
for (const quality of JPEG_QUALITIES)
  throughJpegs.push({ quality, ...(await compareAll((picture) => throughJpeg(picture, quality))) })
const times = await timeMends()
const alphaShare = clean.alphaRight / clean.edges
const colourShare = clean.colourRight / clean.coloured

if (values.json) console.log(JSON.stringify({ bench: "mend", alphaShare, colourShare, throughJpegs, times }))
else {
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  console.log(
    `${COMPOSITES} composites: alpha within 2 levels on ${percent(alphaShare)} of ${clean.edges} edge pixels, colour within ΔE 2 on ${percent(colourShare)}; ${clean.specks} specks, ${clean.holes} holes`,
  )
  for (const { quality, alphaOff, specks, holes } of throughJpegs)
    console.log(
      `through JPEG at ${quality}: alpha off by ${alphaOff.toFixed(1)} levels on average; ${specks} specks, ${holes} holes`,
    )
  for (const { name, ms, ofDecoding, ofStamp } of times)
    console.log(
      `${name.padEnd(18)} ${ms.toFixed(0).padStart(5)} ms of processor, ${ofDecoding.toFixed(1)} × decoding, ${ofStamp.toFixed(2)} × a plain stamp`,
    )
}
judge(alphaShare >= LEAST_RIGHT && colourShare >= LEAST_RIGHT)
judge(times.every(({ ofStamp }) => ofStamp <= MOST_TIME))

async function compareAll(change: (picture: Picture) => Promise<Picture>) {
  const sum = noFigures()
  for (let i = 0; i < COMPOSITES; i++) {
    const { picture, truth, isEverywhere } = drawComposite(i, SIDE_PX)
    const mend: Mend = {
      kind: "remove-background",
      from: isEverywhere ? "everywhere" : "edges",
      tolerance: 8,
    }
    const rows = await mendRows(pictureRows(await change(picture)), [mend], context)
    addFigures(sum, compareEdges(await rowsPicture(rows), truth))
  }
  return sum
}

/** Times the mends on a photograph that is cut out by many drawings, on white. */
async function timeMends() {
  const [tile, side] = [300, 300 * TILES]
  const rgba = photoLike(side, side, 1)
  const truths = Array.from({ length: 10 }, (_, i) => drawComposite(i, tile).truth.rgba)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const truth = truths[(Math.floor(y / tile) * TILES + Math.floor(x / tile)) % 10]
      const share = truth[((y % tile) * tile + (x % tile)) * 4 + 3] / 255
      const at = (y * side + x) * 4
      for (let c = 0; c < 3; c++) rgba[at + c] = Math.round(share * rgba[at + c] + (1 - share) * 255)
    }
  const png = await sharp(rgba, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer()
  const source = bytesSource(png)
  const decodeMs = await least(async () => (await openArtwork(source, "png", host, null)).decode(() => {}))
  const trim = { x: 0, y: 0, width: side, height: side }
  const stampMs = await least(async () => {
    const spec = { trim, widthPx: side, heightPx: side, rotated: false, mirror: false }
    for await (const _piece of makeStamp(source, "png", spec, host));
  })
  const mends: Mend[] = [
    { kind: "remove-background", from: "edges", tolerance: 8 },
    { kind: "remove-background", from: "everywhere", tolerance: 8 },
    { kind: "knock-out", colour: "#ffffff", tolerance: 8 },
    { kind: "recolour", from: "#ffffff", to: "#203040", tolerance: 8 },
    { kind: "turn", degrees: 90 },
    { kind: "turn", degrees: 180 },
  ]
  const figures = []
  for (const mend of mends) {
    const ms = await least(async () => {
      await (await mendRows(await openArtwork(source, "png", host, null), [mend], context)).decode(() => {})
    })
    const setting =
      mend.kind === "turn" ? ` ${mend.degrees}` : mend.kind === "remove-background" ? ` ${mend.from}` : ""
    figures.push({ name: mend.kind + setting, ms, ofDecoding: ms / decodeMs, ofStamp: ms / stampMs })
  }
  return figures
}

async function least(run: () => Promise<void>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < RUNS; i++) {
    const startMs = cpuMs()
    await run()
    leastMs = Math.min(leastMs, cpuMs() - startMs)
  }
  return leastMs
}
