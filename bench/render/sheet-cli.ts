import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, extname, join, resolve } from "node:path"
import { z } from "zod"
import { fileSource, openLayoutHost, openNodeHost } from "../../cli/node-host.ts"
import { LOW_DPI, VERY_LOW_DPI } from "../../contract/limit.ts"
import type { Layout } from "../../sheet/layout/layout.ts"
import { labelBox } from "../../sheet/preflight/label-strip.ts"
import { printedBox } from "../../sheet/preflight/piece-size.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import { pieceWarnings, SOFT_SHARE_WARNS } from "../../sheet/preflight/warnings.ts"
import { ArtworkError } from "../../sheet/raster/artwork.ts"
import { checkSheet } from "../../sheet/raster/check-sheet.ts"
import { composeSheet } from "../../sheet/raster/compose-sheet.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { type ArtworkReport, inspectArtwork } from "../../sheet/raster/inspect-artwork.ts"
import type { SheetLabel } from "../../sheet/raster/label/draw-label.ts"
import { ARTWORK_MAX_BYTES } from "../../sheet/raster/limits.ts"
import { StampFolder, writePieces } from "./stamp-folder.ts"

/**
 * `sheet-cli.ts JOB.json --out DIR`: the engine from the command line. Writes sheet-1.png … and layout.json; files that
 * cannot be used are named, one line each, and nothing is written. Paths in the job are relative to it.
 */
const inches = (least: number, most: number) => z.number().min(least).max(most)

const jobSchema = z.strictObject({
  template: z.strictObject({
    widthIn: inches(4, 60).default(22),
    maxLengthIn: inches(4, 240).default(100),
    edgeIn: inches(0, 4).default(0.25),
    gapIn: inches(0, 4).default(0.25),
    dpi: z.int().min(72).max(600).default(300),
    rotate: z.boolean().default(true),
    trim: z.boolean().default(true),
    mirror: z.boolean().default(false),
    labels: z.boolean().default(false),
    nesting: z.enum(["boxes", "shapes"]).default("boxes"),
  }),
  items: z
    .array(
      z.strictObject({
        file: z.string().min(1),
        widthIn: inches(0.1, 60),
        quantity: z.int().min(1).max(5000),
        /** What is written beside each copy where the template asks for labels; the file's name where absent. */
        label: z.string().max(200).optional(),
      }),
    )
    .min(1),
})
type Job = z.infer<typeof jobSchema>

/** Refusals for the person at the command line: one line each, no stack. */
class Refusal extends Error {}

const PREVIEW_PX = 16

try {
  const { jobFile, outDir } = readArguments(process.argv.slice(2))
  await run(readJob(jobFile), dirname(resolve(jobFile)), outDir)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readArguments(args: string[]): { jobFile: string; outDir: string } {
  const at = args.indexOf("--out")
  const rest = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1))
  if (at < 0 || !args[at + 1] || rest.length !== 1)
    throw new Refusal("Usage: npm run sheet -- JOB.json --out DIR")
  return { jobFile: rest[0], outDir: args[at + 1] }
}

function readJob(file: string): Job {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch {
    throw new Refusal(`${file}: cannot be read`)
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new Refusal(`${file}: is not JSON (${error instanceof Error ? error.message : error})`)
  }
  const parsed = jobSchema.safeParse(content)
  if (parsed.success) return parsed.data
  throw new Refusal(
    parsed.error.issues.map((issue) => `${file}: ${issue.path.join(".")}: ${issue.message}`).join("\n"),
  )
}

async function run({ template, items }: Job, jobDir: string, outDir: string): Promise<void> {
  const host = await openNodeHost()
  const reports = await inspectAll([...new Set(items.map((item) => item.file))], jobDir, host)
  const images = items.map(({ file }) => reports.get(file)!)
  const plan = planPrint(
    items.map(({ widthIn, quantity }, i) => {
      const { isOpaque, silhouette } = images[i]
      return { image: images[i], widthIn, quantity, silhouette: isOpaque ? null : silhouette }
    }),
    template,
    openLayoutHost(),
  )
  if (plan.kind === "too-large") {
    const lines = plan.items.map((i) => `${items[i].file}: ${items[i].widthIn} in wide, it fits no sheet`)
    throw new Refusal(lines.join("\n"))
  }
  for (const line of warningLines(items, images, template.trim)) console.log(line)
  mkdirSync(outDir, { recursive: true })
  const stampDir = mkdtempSync(join(tmpdir(), "sheetsmith-stamps-"))
  const stamps = new StampFolder(stampDir)
  try {
    for (const [number, sheet] of plan.layout.sheets.entries()) {
      const placements = []
      const labels: SheetLabel[] = []
      for (const { piece, x, y, widthPx, heightPx, rotated, halfTurned } of sheet.placements) {
        const { kind, trim, widthPx: fullWidth, heightPx: fullHeight } = images[piece]
        const box = printedBox({ widthPx: fullWidth, heightPx: fullHeight, trim }, template.trim)
        const file = resolve(jobDir, items[piece].file)
        const spec = { trim: box, widthPx, heightPx, rotated, halfTurned, mirror: template.mirror }
        placements.push({ stamp: await stamps.make(file, kind, spec, host), x, y, widthPx, heightPx })
        if (!template.labels) continue
        const place = labelBox({ x, y, widthPx, heightPx, rotated, halfTurned }, plan.label)
        const text = items[piece].label ?? basename(items[piece].file, extname(items[piece].file))
        labels.push({ ...place, text, rotated, mirror: template.mirror })
      }
      const { widthPx, lengthPx } = sheet
      const job = { widthPx, lengthPx, dpi: template.dpi, placements, labels }
      const outFile = join(outDir, `sheet-${number + 1}.png`)
      await writePieces(
        outFile,
        composeSheet(job, (stamp) => stamps.open(stamp), host),
      )
      const { sizeBytes } = await checkSheet(fileSource(outFile), job, host)
      console.log(
        `${outFile}: ${sheet.widthPx} × ${sheet.lengthPx} px, ${placements.length} pieces, ${sizeBytes} bytes`,
      )
    }
    writeFileSync(join(outDir, "layout.json"), `${JSON.stringify(describe(plan.layout), null, 2)}\n`)
  } finally {
    await stamps.close()
    rmSync(stampDir, { recursive: true, force: true })
  }
}

/** Inspects every file; refuses with one line for each that cannot be used. */
async function inspectAll(
  files: string[],
  jobDir: string,
  host: RasterHost,
): Promise<Map<string, ArtworkReport>> {
  const reports = new Map<string, ArtworkReport>()
  const refusals: string[] = []
  for (const file of files) {
    const path = resolve(jobDir, file)
    if (!existsSync(path) || !statSync(path).isFile()) refusals.push(`${file}: there is no such file`)
    else if (statSync(path).size > ARTWORK_MAX_BYTES) refusals.push(`${file}: is larger than 100 MB`)
    else {
      try {
        reports.set(file, await inspectArtwork(fileSource(path), host, { previewPx: PREVIEW_PX }))
      } catch (error) {
        if (!(error instanceof ArtworkError)) throw error
        refusals.push(`${file}: ${error.message}`)
      }
    }
  }
  if (refusals.length > 0) throw new Refusal(refusals.join("\n"))
  return reports
}

/** What the app would warn of, each once. */
function warningLines(items: Job["items"], images: readonly ArtworkReport[], trim: boolean): Set<string> {
  const thresholds = { lowDpi: LOW_DPI, veryLowDpi: VERY_LOW_DPI, softShare: SOFT_SHARE_WARNS }
  const warnings = items.flatMap(({ file, widthIn }, i) => {
    const { kind, warnings: notes, ...report } = images[i]
    const image = { ...report, name: file, isVector: kind === "svg", notes }
    return pieceWarnings({ image, widthIn, trim }, thresholds)
  })
  return new Set(warnings.map((warning) => warning.message))
}

function describe({ sheets }: Layout) {
  return {
    sheets: sheets.map(({ widthPx, lengthPx, placements }, i) => ({
      file: `sheet-${i + 1}.png`,
      widthPx,
      lengthPx,
      placements: placements.map(({ piece: item, widthPx: width, heightPx: height, ...place }) => ({
        item,
        width,
        height,
        ...place,
      })),
    })),
  }
}
