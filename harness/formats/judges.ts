import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

// Programs that others have written, as RIPs and shops use them.

const run = promisify(execFile)

/** The Debian package that brings each program. */
const packageOf: Record<string, string> = {
  gs: "ghostscript",
  pdftoppm: "poppler-utils",
  mutool: "mupdf-tools",
  qpdf: "qpdf",
  tiffcp: "libtiff-tools",
  vips: "libvips-tools",
  pngcheck: "pngcheck",
  transicc: "liblcms2-utils",
}

/** Returns the Debian packages of the programs that are in none of these folders. */
export function lackingPackages(path = process.env.PATH ?? ""): string[] {
  const isHere = (program: string) => path.split(":").some((folder) => existsSync(join(folder, program)))
  return Object.entries(packageOf).flatMap(([program, name]) => (isHere(program) ? [] : [name]))
}

/**
 * Tells whether tests run these programs: if all are installed, and always in CI, where a missing one
 * fails its tests. A newcomer's machine may have none: the end of `npm test` names the tests left out.
 */
export function asksJudges({ PATH = "", CI }: { PATH?: string; CI?: string } = process.env): boolean {
  return CI === "true" || lackingPackages(PATH).length === 0
}

export const hasJudges = asksJudges()

/** Samples of a picture, row by row. */
export type Samples = { widthPx: number; heightPx: number; channels: number; data: Uint8Array }

/** Paints a PDF's page on white paper, as RGB. `scratch` is a folder of the caller's. */
type PdfJudge = (pdf: string, dpi: number, scratch: string) => Promise<Samples>

/** Readers of PDF that share no code with each other. */
export const pdfJudges = {
  ghostscript: async (pdf, dpi, scratch) => {
    const out = join(scratch, "ghostscript.ppm")
    await ghostscript("ppmraw", dpi, out, pdf)
    return readNetpbm(out)
  },
  poppler: async (pdf, dpi, scratch) => {
    await run("pdftoppm", ["-r", `${dpi}`, "-singlefile", pdf, join(scratch, "poppler")])
    return readNetpbm(join(scratch, "poppler.ppm"))
  },
  mupdf: async (pdf, dpi, scratch) => {
    const out = join(scratch, "mupdf.ppm")
    await run("mutool", ["draw", "-q", "-r", `${dpi}`, "-o", out, pdf, "1"])
    return readNetpbm(out)
  },
} satisfies Record<string, PdfJudge>

/** Returns Ghostscript's plates of these inks: one channel each, 255 where the ink is full. */
export async function inkPlates(
  pdf: string,
  inks: readonly string[],
  dpi: number,
  scratch: string,
): Promise<Samples[]> {
  await ghostscript("tiffsep", dpi, join(scratch, "plate-%d.tif"), pdf)
  const plates: Samples[] = []
  for (const ink of inks) {
    const plate = await vipsRaw(join(scratch, `plate-1(${ink}).tif`), scratch)
    plates.push({ ...plate, data: plate.data.map((paper) => 255 - paper) })
  }
  return plates
}

/** Tells whether qpdf finds nothing wrong with a PDF's structure and streams. */
export async function isSoundPdf(pdf: string): Promise<boolean> {
  const { stdout, stderr } = await run("qpdf", ["--check", pdf])
  return stderr === "" && stdout.includes("No syntax or stream encoding errors found")
}

/** Returns a TIFF's samples by libtiff: unpacked into one strip by its own tool. */
export async function libtiffRaw(tiff: string, scratch: string): Promise<Samples> {
  const plain = join(scratch, "libtiff.tif")
  const { stderr } = await run("tiffcp", ["-m", "0", "-c", "none", "-r", "1000000", tiff, plain])
  if (stderr.trim() !== "") throw new Error(`libtiff: ${stderr}`)
  const { stdout } = await run("tiffinfo", ["-s", plain])
  const numberAt = (pattern: RegExp) => (pattern.exec(stdout)?.slice(1) ?? []).map(Number)
  const [widthPx, heightPx] = numberAt(/Image Width: (\d+) Image Length: (\d+)/)
  const [channels] = numberAt(/Samples\/Pixel: (\d+)/)
  const [offset, bytes] = numberAt(/0: \[\s*(\d+),\s*(\d+)\]/)
  return { widthPx, heightPx, channels, data: readFileSync(plain).subarray(offset, offset + bytes) }
}

/** Returns libtiff's description of a file, a line for each field. */
export async function tiffFields(tiff: string): Promise<string[]> {
  const { stdout } = await run("tiffinfo", [tiff])
  return stdout.split("\n").map((line) => line.trim().replace(/\s+/g, " "))
}

/** Returns a picture's samples by libvips, with no conversion of colours. */
export async function vipsRaw(file: string, scratch: string): Promise<Samples> {
  const out = join(scratch, "vips.raw")
  await run("vips", ["rawsave", file, out])
  const { stdout } = await run("vipsheader", ["-a", file])
  const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, "m").exec(stdout)?.[1])
  return {
    widthPx: field("width"),
    heightPx: field("height"),
    channels: field("bands"),
    data: readFileSync(out),
  }
}

async function ghostscript(device: string, dpi: number, out: string, pdf: string): Promise<void> {
  await run("gs", [
    "-q",
    "-dNOPAUSE",
    "-dBATCH",
    `-sDEVICE=${device}`,
    `-r${dpi}`,
    `-sOutputFile=${out}`,
    pdf,
  ])
}

/** Reads a binary PPM: a head of words and comments, then samples. */
function readNetpbm(path: string): Samples {
  const bytes = readFileSync(path)
  const head = bytes.subarray(0, 200).toString("latin1")
  const match = /^P6\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s/.exec(head)
  if (match === null) throw new Error(`${path} is no PPM`)
  const [widthPx, heightPx] = [Number(match[1]), Number(match[2])]
  return { widthPx, heightPx, channels: 3, data: bytes.subarray(match[0].length) }
}

/** Returns the text of each page of a PDF that qpdf accepts, laid out as Poppler reads it. */
export async function pageTexts(pdf: string): Promise<string[]> {
  await run("qpdf", ["--check", pdf])
  const { stdout } = await run("pdftotext", ["-layout", pdf, "-"])
  return stdout.split("\f").slice(0, -1)
}
