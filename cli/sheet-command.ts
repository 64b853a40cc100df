import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, extname, join, resolve } from "node:path"
import { z } from "zod"
import { type Mend, mendsSchema } from "../contract/artwork/mend.ts"
import { defaultSheetTemplate, sizeInputSchema, templateSettings } from "../contract/artwork/size.ts"
import { contourProblem, contourSchema } from "../contract/delivery/contour.ts"
import {
  type SheetFormatName,
  sheetFileNameOf,
  sheetFormatsSchema,
  whitePlaneSchema,
} from "../contract/delivery/sheet-format.ts"
import { MAX_PRINT_COPIES } from "../contract/limit.ts"
import { CutLineError } from "../sheet/contour/cut-line.ts"
import { makeCutLine } from "../sheet/contour/make-cut-line.ts"
import { sheetFormats } from "../sheet/formats/formats.ts"
import type { FormatJob } from "../sheet/formats/sheet-format.ts"
import { checkInk } from "../sheet/ink/check-ink.ts"
import { withoutDots } from "../sheet/ink/dotted-ink.ts"
import { defaultInkLimits, type InkFinding, type InkReport } from "../sheet/ink/finding.ts"
import type { Layout } from "../sheet/layout/layout.ts"
import { type Mend as EngineMend, isPrintedMend } from "../sheet/mend/mend.ts"
import { openMended, openPrinted } from "../sheet/mend/mended-artwork.ts"
import { printedMmPerPx } from "../sheet/preflight/piece-size.ts"
import { planPrint, stampsOf, turnOf } from "../sheet/preflight/plan-print.ts"
import { labelsOf } from "../sheet/preflight/planned-labels.ts"
import type { LayoutItem } from "../sheet/preflight/print-layout.ts"
import { printWarnings, type WarnedArtwork } from "../sheet/preflight/warnings.ts"
import { ArtworkError, type ArtworkKind } from "../sheet/raster/artwork.ts"
import type { RasterHost } from "../sheet/raster/host.ts"
import { type ArtworkReport, inspectArtwork } from "../sheet/raster/inspect-artwork.ts"
import { ARTWORK_MAX_BYTES, ARTWORK_MAX_MIB } from "../sheet/raster/limits.ts"
import { makePng } from "../sheet/raster/make-master.ts"
import type { OpenStamp } from "../sheet/raster/stamp-reader.ts"
import { writeCutFiles } from "./cut-lines.ts"
import { fileSource, openLayoutHost, openNodeHost } from "./node-host.ts"
import { StampFolder, writePieces, writtenFile } from "./stamp-folder.ts"

const { shape: line } = contourSchema

const jobSchema = z.strictObject({
  template: z.strictObject({
    ...z.object(templateSettings).partial().shape,
    /** The formats of each sheet's file; `--format` overrides them. */
    formats: sheetFormatsSchema.default(["png"]),
    /** White ink beneath the colours: a fifth sample in TIFF, an ink of that name in PDF. */
    white: whitePlaneSchema.optional(),
    /** Lines for a cutter: an ink of that name in PDF, and separate files beside it. */
    contour: contourSchema
      .extend({
        isOn: line.isOn.default(true),
        offsetIn: line.offsetIn.default(0.0625),
        corners: line.corners.default("round"),
        name: line.name.default("CutContour"),
        beside: line.beside.default([]),
      })
      .optional(),
  }),
  items: z
    .array(
      z.strictObject({
        file: z.string().min(1),
        widthIn: sizeInputSchema.shape.value,
        quantity: z.int().min(1).max(MAX_PRINT_COPIES),
        /** The label at each copy, if the template asks for labels; by default the file's name. */
        label: z.string().max(200).optional(),
        /**
         * The text of these labels' codes before the copy's number, in digits, capitals and `$%*+-./:`;
         * by default labels have no codes.
         */
        code: z
          .string()
          .regex(/^[0-9A-Z $%*+\-./:]*$/, "A code has digits, capitals and $%*+-./: alone")
          .max(70)
          .default(""),
        /** The mends of its artwork; by default those of `--mends`. */
        mends: mendsSchema.optional(),
      }),
    )
    .min(1),
})
type Job = z.infer<typeof jobSchema>

/** A job's item as the planner takes it, with its file. */
type JobItem = LayoutItem & {
  file: string
  label: string
  code: string
  image: WarnedArtwork & { kind: ArtworkKind }
}

/** A refusal for the person at the command line: one line, no stack. */
class Refusal extends Error {}

const PREVIEW_PX = 16

/**
 * Runs the engine from the command line: `JOB.json --out DIR [--format pdf,tiff]` writes
 * sheet-1.png … and layout.json, and returns the exit status. If files cannot be used, prints a
 * line for each and writes nothing. Paths in the job are relative to the job's file. With `--check` it
 * writes nothing and prints what the press will make of each item's ink: a line a finding, or with
 * `--json` one document `{"items": [{file, widthIn, findings}]}`. `--press PROFILE.icc` also finds what a press of this
 * profile cannot mix; in JSON its share of the ink is `outsidePercent`, 0 where it is too little to be found. `--mends
 * MENDS.json` has a list of mends, as PUT /images/{id} takes them, for all artwork whose item names none.
 */
export async function runSheetCommand(args: string[]): Promise<number> {
  const workDir = mkdtempSync(join(tmpdir(), "sheetsmith-sheet-"))
  try {
    const { jobFile, outDir, formats, isCheck, isJson, pressFile, mendsFile } = readArguments(args)
    const job = readJson(jobFile, jobSchema)
    const mends = mendsFile === null ? [] : readJson(mendsFile, mendsSchema)
    const folders: Folders = { jobDir: dirname(resolve(jobFile)), workDir }
    if (isCheck || outDir === null) {
      await check(job, mends, folders, { isJson, pressFile })
      return 0
    }
    const title = basename(jobFile, extname(jobFile))
    await run(job, mends, folders, { outDir, title, formats: formats ?? job.template.formats })
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    return 1
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

/** The folder that a job's paths are relative to, and one for stamps and mended artwork. */
type Folders = { jobDir: string; workDir: string }

/** The arguments; `outDir` is null where the ink is checked and nothing written. */
type Arguments = {
  jobFile: string
  outDir: string | null
  formats: SheetFormatName[] | null
  isCheck: boolean
  isJson: boolean
  pressFile: string | null
  mendsFile: string | null
}

const USAGE =
  "Usage: npm run sheet -- JOB.json --out DIR [--format png,pdf,tiff] [--mends MENDS.json], or npm run sheet -- JOB.json --check [--press PROFILE.icc] [--mends MENDS.json] [--json]"

function readArguments(args: string[]): Arguments {
  const rest = [...args]
  const option = (name: string): string | null => {
    const at = rest.indexOf(name)
    if (at < 0) return null
    const [, value] = rest.splice(at, 2)
    if (!value) throw new Refusal(USAGE)
    return value
  }
  const flag = (name: string): boolean => {
    const at = rest.indexOf(name)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  }
  const isCheck = flag("--check")
  const isJson = flag("--json")
  const outDir = option("--out")
  const wanted = option("--format")
  const pressFile = option("--press")
  const mendsFile = option("--mends")
  if (pressFile !== null && !isCheck) throw new Refusal(USAGE)
  if ((outDir === null) !== isCheck || (isJson && !isCheck) || rest.length !== 1 || rest[0].startsWith("--"))
    throw new Refusal(USAGE)
  const formats = wanted === null ? null : sheetFormatsSchema.safeParse(wanted.split(","))
  if (formats && !formats.success) throw new Refusal(USAGE)
  return { jobFile: rest[0], outDir, formats: formats?.data ?? null, isCheck, isJson, pressFile, mendsFile }
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
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
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) =>
    [file, ...(path.length > 0 ? [path.join(".")] : []), message].join(": "),
  )
  throw new Refusal(lines.join("\n"))
}

/** Prints the ink's findings of each item; refuses with one line for each file that cannot be used. */
async function check(
  { items, template: given }: Job,
  mends: readonly Mend[],
  folders: Folders,
  { isJson, pressFile }: Pick<Arguments, "isJson" | "pressFile">,
): Promise<void> {
  const template = { ...defaultSheetTemplate, ...given }
  const host = await openNodeHost()
  const artworks = await readArtworks(items, template, mends, folders, host)
  const press = pressFile === null ? null : readPress(pressFile, host)
  type Checked = { file: string; widthIn: number; findings: InkFinding[]; outsidePercent?: number }
  const checked: (Checked & Partial<InkReport>)[] = []
  for (const [i, { file, widthIn, mends: asked = mends }] of items.entries()) {
    const { path, report, own } = artworks[i]
    const ownMmPerPx = printedMmPerPx(own ?? report, widthIn, template.trim)
    const checkedInk = await checkInk(fileSource(path), report.kind, host, {
      mmPerPx: own ? 25.4 / template.dpi : ownMmPerPx,
      ownMmPerPx,
      limits: given.ink ?? defaultInkLimits,
      hasWhite: given.white !== undefined,
      ...(press && { press: async () => press }),
    })
    const { findings, notChecked } = withoutDots(
      checkedInk,
      asked.filter(({ isOn }) => isOn),
    )
    const outside = findings.find(({ code }) => code === "out-of-gamut")
    const isCompared = press !== null && notChecked.every(({ code }) => code !== "out-of-gamut")
    const share = isCompared && { outsidePercent: outside?.figure ?? 0 }
    checked.push({ file, widthIn, findings, ...(notChecked.length > 0 && { notChecked }), ...share })
  }
  if (isJson) console.log(JSON.stringify({ items: checked }))
  else
    for (const { file, widthIn, findings, notChecked = [] } of checked) {
      for (const { code, reason } of notChecked)
        console.log(`${file} at ${widthIn} in: not checked ${code}: ${reason}`)
      if (findings.length === 0) console.log(`${file} at ${widthIn} in: nothing to look at`)
      for (const { code, severity, text } of findings)
        console.log(`${file} at ${widthIn} in: ${severity} ${code}: ${text}`)
    }
}

/** Reads a press's profile; refuses one that nothing prints by. */
function readPress(file: string, { colours }: RasterHost): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch {
    throw new Refusal(`${file}: cannot be read`)
  }
  if (colours.openProof(bytes) === null) throw new Refusal(`${file}: is no profile that a press prints by`)
  return bytes
}

type Run = { outDir: string; title: string; formats: SheetFormatName[] }

async function run(
  job: Job,
  mends: readonly Mend[],
  folders: Folders,
  { outDir, title, formats }: Run,
): Promise<void> {
  const { items } = job
  const template = { ...defaultSheetTemplate, nesting: "boxes" as const, ...job.template }
  const host = await openNodeHost()
  const artworks = await readArtworks(items, template, mends, folders, host)
  const printed = items.map(({ file, widthIn, quantity, label, code }, i): JobItem => {
    const { path, report, own } = artworks[i]
    const { heightPx } = report
    const shown = own && {
      own,
      shownTrim: { x: 0, y: 0, width: printedPx(widthIn, template), height: heightPx },
    }
    return {
      file: path,
      label: label ?? basename(file, extname(file)),
      code,
      image: { ...report, ...shown, name: file, isVector: report.kind === "svg", notes: report.warnings },
      widthIn,
      quantity,
      silhouette: report.isOpaque ? null : report.silhouette,
    }
  })
  const problem = template.contour ? contourProblem(template.contour, formats) : null
  if (problem !== null) throw new Refusal(`template.contour: ${problem}`)
  const plan = planPrint(printed, template, await openLayoutHost())
  if (plan.kind === "too-large") {
    const lines = plan.items.map((i) => `${items[i].file}: ${items[i].widthIn} in wide, it fits no sheet`)
    throw new Refusal(lines.join("\n"))
  }
  for (const line of new Set(printWarnings(printed, template).map(({ message }) => message)))
    console.log(line)
  mkdirSync(outDir, { recursive: true })
  const stamps = new StampFolder(folders.workDir)
  const contour = template.contour?.isOn ? template.contour : undefined
  const cuts: SheetCut[] = []
  try {
    for (const [number, sheet] of plan.layout.sheets.entries()) {
      const specs = stampsOf(sheet, printed, template)
      const placements: FormatJob["placements"] = []
      for (const [i, placement] of sheet.placements.entries()) {
        const { piece, x, y, widthPx, heightPx } = placement
        const { file, image } = printed[piece]
        const stamp = await stamps.make(file, image.kind, specs[i], host)
        placements.push({
          stamp,
          x,
          y,
          widthPx,
          heightPx,
          design: { name: `${piece}`, turn: turnOf(placement) },
        })
      }
      const { widthPx, lengthPx } = sheet
      const job: FormatJob = {
        widthPx,
        lengthPx,
        dpi: template.dpi,
        placements,
        labels: labelsOf(sheet, printed, template),
        // No date, so that the same job gives the same bytes.
        about: { title: `${title}, sheet ${number + 1}`, createdAtMs: null },
        ...(template.white ? { white: template.white } : {}),
      }
      const openStamp: OpenStamp = (stamp) => stamps.open(stamp)
      if (contour) {
        job.cut = await makeCutLine(job, contour, openStamp, host)
        const names = await writeCutFiles(outDir, number, job, job.cut, contour.beside)
        const lengthIn = Number((job.cut.line.lengthPx / template.dpi).toFixed(2))
        cuts.push({ contourLengthIn: lengthIn, beside: names })
        for (const name of names) console.log(`${join(outDir, name)}: ${lengthIn} in of cut line`)
        const { uncut } = job.cut.line
        if (uncut > 0) console.log(`Sheet ${number + 1}: ${uncut} pieces are too thin for the cut line`)
      }
      for (const format of formats) {
        const outFile = join(outDir, sheetFileNameOf(number, format))
        const { write, check } = sheetFormats[format]
        await writePieces(outFile, write(job, openStamp, host))
        const { sizeBytes } = await check(writtenFile(outFile), job, host)
        console.log(
          `${outFile}: ${widthPx} × ${lengthPx} px, ${placements.length} pieces, ${sizeBytes} bytes`,
        )
      }
    }
    writeFileSync(
      join(outDir, "layout.json"),
      `${JSON.stringify(describe(plan.layout, formats, cuts), null, 2)}\n`,
    )
  } catch (error) {
    if (error instanceof CutLineError) throw new Refusal(error.message)
    throw error
  } finally {
    await stamps.close()
  }
}

/**
 * An artwork as it is printed: the file, or a picture of it with its mends, which was made for its printed width if `own`
 * is there: the picture at its own size.
 */
type ReadArtwork = { path: string; report: ArtworkReport; own?: ArtworkReport }
type Film = { dpi: number; trim: boolean }

function printedPx(widthIn: number, { dpi }: Film): number {
  return Math.max(1, Math.round(widthIn * dpi))
}

/** Reads every item's artwork, each once; refuses with one line for each file that cannot be used. */
async function readArtworks(
  items: Job["items"],
  film: Film,
  mends: readonly Mend[],
  { jobDir, workDir }: Folders,
  host: RasterHost,
): Promise<ReadArtwork[]> {
  const known = new Map<string, ReadArtwork | Refusal>()
  const names: string[] = []
  for (const { file, widthIn, mends: own = mends } of items) {
    const made = own.flatMap(({ isOn, ...mend }) => (isOn ? [mend] : []))
    const size = { dpi: film.dpi, widthPx: printedPx(widthIn, film), isWhole: !film.trim }
    const name = JSON.stringify([file, made, made.some(isPrintedMend) ? size.widthPx : null])
    names.push(name)
    if (known.has(name)) continue
    const mendedPath = join(workDir, `mended-${known.size}`)
    const printedPath = join(workDir, `printed-${known.size}.png`)
    const mending = { mends: made, size, mendedPath, printedPath, host }
    known.set(name, await readArtwork(file, resolve(jobDir, file), mending))
  }
  const refusals = new Set([...known.values()].flatMap((one) => (one instanceof Refusal ? one.message : [])))
  if (refusals.size > 0) throw new Refusal([...refusals].join("\n"))
  return names.map((name) => {
    const one = known.get(name)
    if (!one || one instanceof Refusal) throw new Error(`${name} was not read`)
    return one
  })
}

type Mending = {
  mends: readonly EngineMend[]
  size: { dpi: number; widthPx: number; isWhole: boolean }
  mendedPath: string
  printedPath: string
  host: RasterHost
}

async function readArtwork(
  file: string,
  path: string,
  { mends, size, mendedPath, printedPath, host }: Mending,
): Promise<ReadArtwork | Refusal> {
  if (!existsSync(path) || !statSync(path).isFile()) return new Refusal(`${file}: there is no such file`)
  if (statSync(path).size > ARTWORK_MAX_BYTES)
    return new Refusal(`${file}: is larger than ${ARTWORK_MAX_MIB} MB`)
  try {
    const report = await inspectArtwork(fileSource(path), host, { previewPx: PREVIEW_PX })
    if (mends.length === 0) return { path, report }
    const look = await openMended(fileSource(path), report.kind, mends, host)
    if (look.kind === "drawing") writeFileSync(mendedPath, look.drawing)
    else await writePieces(mendedPath, makePng(look.rows, host))
    const mended = await inspectArtwork(fileSource(mendedPath), host, { previewPx: PREVIEW_PX })
    const { warnings } = report
    if (!mends.some(isPrintedMend)) return { path: mendedPath, report: { ...mended, warnings } }
    const printed = await openPrinted(fileSource(path), report.kind, { mends, size }, host)
    await writePieces(printedPath, makePng(printed.rows, host))
    const made = await inspectArtwork(fileSource(printedPath), host, { previewPx: PREVIEW_PX })
    return { path: printedPath, report: { ...made, warnings }, own: mended }
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error
    return new Refusal(`${file}: ${error.message}`)
  }
}

/** A sheet's cut line: its length, and its files. */
type SheetCut = { contourLengthIn: number; beside: string[] }

function describe({ sheets }: Layout, formats: SheetFormatName[], cuts: readonly SheetCut[]) {
  return {
    sheets: sheets.map(({ widthPx, lengthPx, placements }, i) => ({
      file: sheetFileNameOf(i, formats[0]),
      ...(formats.length > 1 ? { files: formats.map((format) => sheetFileNameOf(i, format)) } : {}),
      ...cuts[i],
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
