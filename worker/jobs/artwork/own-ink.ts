import type { Mend } from "../../../contract/artwork/mend.ts"
import {
  checkInk,
  checkInkRows,
  type InkCheck,
  type OpenInkCheck,
  openInkCheck,
} from "../../../sheet/ink/check-ink.ts"
import { withoutDots } from "../../../sheet/ink/dotted-ink.ts"
import type { InkFinding, InkReport } from "../../../sheet/ink/finding.ts"
import { ArtworkError, type ArtworkKind, type ByteSource } from "../../../sheet/raster/artwork.ts"
import type { OpenArtwork } from "../../../sheet/raster/open-artwork.ts"
import type { Ingested } from "../../data/artwork/image-progress.ts"
import { fieldsAndLayersOf, type ImageRow, isVector } from "../../data/artwork/image-rows.ts"
import { findInkImages, type InkImage, type InkOutcome, type NewOwnInk } from "../../data/artwork/ink-rows.ts"
import type { AskedInk, StoredFinding } from "../../data/artwork/tables.ts"
import { databaseOf } from "../../data/database.ts"
import { readerOf } from "../../data/reader.ts"
import type { Env } from "../../env.ts"
import { byteSourceOf, MissingObjectError } from "../../files/r2-read.ts"
import {
  checkedMends,
  type InkSettings,
  LEFT_OUT,
  OWN_MM_PER_PX,
  ownCheckOf,
} from "../../flows/artwork/find-ink.ts"
import { logError } from "../../log.ts"
import { rasterHost } from "../../raster/raster-host.ts"
import { drawTexts } from "../pieces/draw-texts.ts"
import { readPress } from "./read-press.ts"
import { openMendedTexts } from "./sampled-texts.ts"

const FILE_LOST = "The image's file is missing. Upload it again."
const TROUBLE = "It could not be checked because of a technical problem."

type Measured = Pick<
  Ingested,
  | "masterKey"
  | "madeMends"
  | "widthPx"
  | "heightPx"
  | "trimX"
  | "trimY"
  | "trimWidth"
  | "trimHeight"
  | "missingFonts"
>

/** The facts about an original that its picture with mends does not tell. */
export type LostFacts = Pick<InkCheck, "droppedProfile" | "missingFonts">

/**
 * Opens the check of an image's ink at its own width, while the image is read. Pixels are checked with the rows that
 * the reading decodes, an SVG, or an image with texts on it, by a drawing of its own. `lost` is of the original of a picture
 * with mends. Whatever goes wrong here is the reason why the ink was not checked, and the image is read all the same.
 */
export function openOwnInk(env: Env, row: ImageRow, settings: InkSettings, lost: LostFacts) {
  const hasTexts = fieldsAndLayersOf(row).layers.length > 0
  let opened: OpenInkCheck | null = null
  let ownKind: ArtworkKind = "svg"
  let problem: unknown = null
  /** Does a step, unless one before it has failed. */
  const attempt = (step: () => void) => {
    if (problem !== null) return
    try {
      step()
    } catch (error) {
      problem = error
    }
  }
  return {
    watch(artwork: OpenArtwork, kind: ArtworkKind): (pixels: Uint8Array) => void {
      ownKind = kind
      if (kind === "svg" || hasTexts) return () => {}
      const check = { ...engineCheck(env, { ...settings, mmPerPx: OWN_MM_PER_PX }), ...lost }
      attempt(() => {
        opened = openInkCheck(artwork, kind, rasterHost, check)
      })
      return (pixels) => attempt(() => opened?.push(pixels))
    },
    /** Returns the check; `measured` are the image's columns by now. */
    async finish(measured: Measured, source: ByteSource): Promise<NewOwnInk | null> {
      const drawn = { ...row, ...measured, status: "Ready" as const }
      const [image] = await asInkImages(env, [drawn])
      const check = ownCheckOf(image, settings)
      if (!check) return null
      const { digest, asked } = check
      try {
        if (problem !== null) throw problem
        const check = { ...engineCheck(env, asked), ...lost, missingFonts: measured.missingFonts }
        const mended = await openMendedTexts(env, drawn)
        const report = await (opened?.finish() ??
          (mended
            ? checkInkRows(mended, rasterHost, check)
            : checkInk(outlinesOf(env, drawn) ?? source, ownKind, rasterHost, {
                ...check,
                ...(await placedTexts(env, drawn)),
              })))
        return { digest, asked, ...outcomeOf(report, checkedMends(image, asked)) }
      } catch (error) {
        const reason = inkReason(error)
        if (reason === null) logError("ink not checked", { imageId: row.id, error })
        return { digest, asked, ...failedInk(reason ?? TROUBLE) }
      } finally {
        opened?.close()
      }
    },
  }
}

/** Returns images, as they are in hand, as checks of their ink are named by. */
export async function asInkImages(env: Env, rows: readonly ImageRow[]): Promise<InkImage[]> {
  const withTexts = rows.filter(({ layers }) => layers !== "[]").map(({ id }) => id)
  const found = withTexts.length > 0 ? await findInkImages(readerOf(databaseOf(env)), withTexts) : []
  const lostFonts = new Map(found.map((image) => [image.id, image.lostFonts]))
  return rows.map((row) => {
    const missingFonts = JSON.stringify(row.missingFonts)
    const lost = lostFonts.get(row.id) ?? "[]"
    return { ...row, missingFonts, lostFonts: lost, inkAccepted: "[]", inkRules: "{}" }
  })
}

/** Returns an SVG as stamps are drawn from it, its text as outlines; null for pixels. */
function outlinesOf(env: Env, row: ImageRow): ByteSource | null {
  return isVector(row) && row.masterKey !== null ? byteSourceOf(env.FILES, row.masterKey) : null
}

/** Returns the texts that are placed on an image, with its fields' samples, as a check takes them. */
export async function placedTexts(env: Env, row: ImageRow): Promise<Pick<InkCheck, "placed">> {
  const { fields, layers } = fieldsAndLayersOf(row)
  const { userId, widthPx: width, heightPx: height } = row
  if (layers.length === 0 || !width || !height) return {}
  const canvas = { width, height }
  const values = Object.fromEntries(fields.map(({ name, sample }) => [name, sample]))
  const { texts } = await drawTexts(env, userId, { fields, layers, values, canvas })
  return texts === "" ? {} : { placed: { texts, canvas } }
}

/** Returns a check as the engine takes it. */
export function engineCheck(env: Env, { mmPerPx, limits, hasWhite, profileKey }: AskedInk): InkCheck {
  const { maxInkPercent, ...lengths } = limits
  return {
    mmPerPx,
    limits: { ...lengths, ...(maxInkPercent === undefined ? {} : { maxInkPercent }) },
    hasWhite,
    ...(profileKey !== undefined && { press: () => readPress(env, profileKey) }),
  }
}

/** Returns the outcome of a check of ink with these mends, as it is stored. */
export function outcomeOf(report: InkReport, mends: readonly Mend[]): InkOutcome {
  const { findings, notChecked } = withoutDots(report, mends)
  const left = notChecked.find(({ code }) => code === LEFT_OUT)
  return { state: "ready", failureReason: left?.reason ?? null, findings: findings.map(storedFinding) }
}

export function failedInk(failureReason: string): InkOutcome {
  return { state: "failed", failureReason, findings: [] }
}

function storedFinding({ places, ...finding }: InkFinding): StoredFinding {
  return { ...finding, places: places.map(({ x, y, width, height }) => [x, y, width, height]) }
}

/** Returns the reason why ink was not checked, in words for the seller; null for a technical problem. */
export function inkReason(error: unknown): string | null {
  if (error instanceof MissingObjectError) return FILE_LOST
  return error instanceof ArtworkError ? error.message : null
}
