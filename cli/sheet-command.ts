import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, extname, join, resolve } from "node:path"
import { z } from "zod"
import { MAX_PRINT_COPIES } from "../contract/limit.ts"
import { sheetTemplateInputSchema, sizeInputSchema } from "../contract/size.ts"
import { pngFormat } from "../sheet/formats/png-format.ts"
import type { Layout } from "../sheet/layout/layout.ts"
import { planPrint, stampsOf } from "../sheet/preflight/plan-print.ts"
import { labelsOf } from "../sheet/preflight/planned-labels.ts"
import type { LayoutItem } from "../sheet/preflight/print-layout.ts"
import { printWarnings, type WarnedArtwork } from "../sheet/preflight/warnings.ts"
import { ArtworkError, type ArtworkKind } from "../sheet/raster/artwork.ts"
import { checkSheet } from "../sheet/raster/check-sheet.ts"
import type { RasterHost } from "../sheet/raster/host.ts"
import { type ArtworkReport, inspectArtwork } from "../sheet/raster/inspect-artwork.ts"
import { ARTWORK_MAX_BYTES, ARTWORK_MAX_MIB } from "../sheet/raster/limits.ts"
import { fileSource, openLayoutHost, openNodeHost } from "./node-host.ts"
import { StampFolder, writePieces } from "./stamp-folder.ts"

const { shape: bounds } = sheetTemplateInputSchema

const jobSchema = z.strictObject({
  template: z.strictObject({
    widthIn: bounds.widthIn.default(22),
    maxLengthIn: bounds.maxLengthIn.default(100),
    edgeIn: bounds.edgeIn.default(0.25),
    gapIn: bounds.gapIn.default(0.25),
    dpi: bounds.dpi.default(300),
    rotate: bounds.rotate.default(true),
    trim: bounds.trim.default(true),
    mirror: bounds.mirror.default(false),
    labels: bounds.labels.default(false),
    nesting: bounds.nesting.default("boxes"),
    packing: bounds.packing,
  }),
  items: z
    .array(
      z.strictObject({
        file: z.string().min(1),
        widthIn: sizeInputSchema.shape.value,
        quantity: z.int().min(1).max(MAX_PRINT_COPIES),
        /**
         * The label at each copy, if the template asks for labels; by default the file's name.
         */
        label: z.string().max(200).optional(),
        /**
         * What the codes of these labels say before the copy's number, in digits, capitals and
         * `$%*+-./:`; by default labels have no codes.
         */
        code: z
          .string()
          .regex(/^[0-9A-Z $%*+\-./:]*$/, "A code has digits, capitals and $%*+-./: alone")
          .max(70)
          .default(""),
      }),
    )
    .min(1),
})
type Job = z.infer<typeof jobSchema>

/** An item of the job as the planner takes it, with its file. */
type JobItem = LayoutItem & {
  file: string
  label: string
  code: string
  image: WarnedArtwork & { kind: ArtworkKind }
}

/** Refusals for the person at the command line: one line each, no stack. */
class Refusal extends Error {}

const PREVIEW_PX = 16

/**
 * The engine from the command line: `JOB.json --out DIR` writes sheet-1.png … and layout.json, and
 * returns the exit status. If files cannot be used, names each on a line and writes nothing. Paths
 * in the job are relative to the job's file.
 */
export async function runSheetCommand(args: string[]): Promise<number> {
  try {
    const { jobFile, outDir } = readArguments(args)
    await run(readJob(jobFile), dirname(resolve(jobFile)), outDir)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    return 1
  }
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
  const printed = items.map(({ file, widthIn, quantity, label, code }): JobItem => {
    const report = reports.get(file)
    if (!report) throw new Error(`${file} was not inspected`)
    return {
      file: resolve(jobDir, file),
      label: label ?? basename(file, extname(file)),
      code,
      image: { ...report, name: file, isVector: report.kind === "svg", notes: report.warnings },
      widthIn,
      quantity,
      silhouette: report.isOpaque ? null : report.silhouette,
    }
  })
  const plan = planPrint(printed, template, await openLayoutHost())
  if (plan.kind === "too-large") {
    const lines = plan.items.map((i) => `${items[i].file}: ${items[i].widthIn} in wide, it fits no sheet`)
    throw new Refusal(lines.join("\n"))
  }
  for (const line of new Set(printWarnings(printed, template).map(({ message }) => message)))
    console.log(line)
  mkdirSync(outDir, { recursive: true })
  const stampDir = mkdtempSync(join(tmpdir(), "sheetsmith-stamps-"))
  const stamps = new StampFolder(stampDir)
  try {
    for (const [number, sheet] of plan.layout.sheets.entries()) {
      const specs = stampsOf(sheet, printed, template)
      const placements = []
      for (const [i, { piece, x, y, widthPx, heightPx }] of sheet.placements.entries()) {
        const { file, image } = printed[piece]
        const stamp = await stamps.make(file, image.kind, specs[i], host)
        placements.push({ stamp, x, y, widthPx, heightPx })
      }
      const { widthPx, lengthPx } = sheet
      const labels = labelsOf(sheet, printed, template)
      const job = { widthPx, lengthPx, dpi: template.dpi, placements, labels }
      const outFile = join(outDir, `sheet-${number + 1}.png`)
      await writePieces(
        outFile,
        pngFormat.write(job, (stamp) => stamps.open(stamp), host),
      )
      const { sizeBytes } = await checkSheet(fileSource(outFile), job, host)
      console.log(`${outFile}: ${widthPx} × ${lengthPx} px, ${placements.length} pieces, ${sizeBytes} bytes`)
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
    else if (statSync(path).size > ARTWORK_MAX_BYTES)
      refusals.push(`${file}: is larger than ${ARTWORK_MAX_MIB} MB`)
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
