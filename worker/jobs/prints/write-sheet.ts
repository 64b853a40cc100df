import type { Contour } from "../../../contract/delivery/contour.ts"
import { type SheetFileKind, sheetFileKinds } from "../../../contract/delivery/sheet-format.ts"
import type { WritingSettings } from "../../../contract/delivery/writing.ts"
import { sheetNameFrom } from "../../../contract/file-name-pattern.ts"
import { checkCutFile } from "../../../sheet/contour/check-cut-file.ts"
import { writeCutFile } from "../../../sheet/contour/cut-file.ts"
import { makeCutLine } from "../../../sheet/contour/make-cut-line.ts"
import { sheetFormats } from "../../../sheet/formats/formats.ts"
import type { CutInk, FormatJob, SheetBytes } from "../../../sheet/formats/sheet-format.ts"
import { turnOf } from "../../../sheet/preflight/plan-print.ts"
import type { ByteSource } from "../../../sheet/raster/artwork.ts"
import { WATERMARK } from "../../../sheet/raster/label/watermark.ts"
import { databaseOf } from "../../data/database.ts"
import type { AttemptRow } from "../../data/prints/attempt-rows.ts"
import { findPrint } from "../../data/prints/print-rows.ts"
import { sheetKey, type WrittenSheetFile } from "../../data/prints/sheet-files.ts"
import type { SheetRow, StoredPlacement } from "../../data/prints/sheet-rows.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf, rangeReadersOf } from "../../files/r2-read.ts"
import { storeStream } from "../../files/r2-upload.ts"
import type { Progress } from "../../flows/prints/attempt-progress.ts"
import { rasterHost } from "../../raster/raster-host.ts"

type SheetToWrite = {
  attempt: AttemptRow
  row: SheetRow
  placements: readonly StoredPlacement[]
  settings: WritingSettings
  /** The number, counted from 1 among those that are written for the same destination. */
  number: number
}

type Written = { files: WrittenSheetFile[]; contourLengthIn: number | null }

/**
 * Writes all files of a sheet, one after the other, and reads each back. A second call replaces them.
 * Throws a CutLineError if its cut line cannot be cut as asked.
 */
export async function writeSheet(env: Env, sheet: SheetToWrite, progress: Progress): Promise<Written> {
  const { row, settings } = sheet
  const openFile = rangeReadersOf(env.FILES)
  const plain = jobOf(sheet)
  const { contour } = settings
  const cut = contour && (await makeCutLine(plain, contour, openFile, rasterHost))
  const job = cut ? { ...plain, cut } : plain
  const baseName = await baseNameOf(env, sheet)
  const files: WrittenSheetFile[] = []

  /** Stores a file; `check` reads it back and returns its size. */
  async function store(
    kind: SheetFileKind,
    pieces: SheetBytes,
    check: (open: ByteSource, key: string) => Promise<{ sizeBytes: number }>,
    hasLateHead = false,
  ): Promise<void> {
    const key = sheetKey(row, kind)
    const { extension, mediaType } = sheetFileKinds[kind]
    const options = { contentType: mediaType, hasLateHead, beforePart: progress.beat }
    const stored = await storeStream(env.FILES, key, pieces, options)
    await progress.beat()
    const { sizeBytes } = await check(byteSourceOf(env.FILES, key), key)
    if (sizeBytes !== stored.bytes)
      throw new Error(`${key} has ${sizeBytes} bytes, ${stored.bytes} were written`)
    const name = baseName === null ? {} : { name: `${baseName}.${extension}` }
    files.push({ format: kind, bytes: stored.bytes, checksum: stored.sha256, ...name })
  }

  for (const [i, format] of settings.formats.entries()) {
    const { write, check, hasLateHead } = sheetFormats[format]
    const report = (rows: number) =>
      progress.report(Math.floor((i * row.lengthPx + rows) / settings.formats.length))
    await store(
      format,
      write(job, openFile, rasterHost, report),
      (open, key) => check({ open, openRanges: () => openFile(key) }, job, rasterHost),
      hasLateHead,
    )
  }
  if (!contour || !cut) return { files, contourLengthIn: null }
  const { line, name, marks } = cut
  for (const kind of contour.beside)
    await store(kind, cutPieces(kind, cut, job), (open) => checkCutFile(kind, open, line, job, name, marks))
  return { files, contourLengthIn: Math.round((line.lengthPx / job.dpi) * 100) / 100 }
}

async function* cutPieces(
  kind: Contour["beside"][number],
  { line, name, marks }: CutInk,
  job: FormatJob,
): SheetBytes {
  for (const piece of writeCutFile(kind, line, job, name, marks)) {
    yield piece
    await rasterHost.rest?.()
  }
  return null
}

/** Returns its files' name without an end, if their destination has a pattern for names. */
async function baseNameOf(
  env: Env,
  { attempt, row, settings, number }: SheetToWrite,
): Promise<string | null> {
  if (settings.fileName === null) return null
  const print = await findPrint(databaseOf(env), attempt.userId, attempt.printId)
  const named = {
    atMs: attempt.createdAt,
    print: print?.name ?? "",
    sheet: number,
    lengthIn: row.lengthPx / attempt.dpi,
  }
  return sheetNameFrom(settings.fileName, named, attempt.printId.slice(-6))
}

function jobOf({ attempt, row, placements, settings, number }: SheetToWrite): FormatJob {
  const { widthPx, lengthPx } = row
  return {
    widthPx,
    lengthPx,
    dpi: attempt.dpi,
    placements: placements.map(({ itemId, stampKey, x, y, rotated, halfTurned, ...size }) => ({
      stamp: stampKey,
      x,
      y,
      widthPx: size.widthPx,
      heightPx: size.heightPx,
      design: { name: itemId, turn: turnOf({ rotated, halfTurned }) },
    })),
    labels: placements.flatMap(({ label, rotated }) =>
      label === null ? [] : [{ ...label, rotated, mirror: settings.mirror }],
    ),
    about: {
      title: `${attempt.printId.slice(-6)}, sheet ${number}`,
      createdAtMs: attempt.createdAt,
    },
    ...(settings.white ? { white: settings.white } : {}),
    ...(attempt.isTest ? { watermark: WATERMARK } : {}),
  }
}
