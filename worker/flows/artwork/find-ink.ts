import { createHash } from "node:crypto"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import { type InkCode, type InkFinding, type InkRules, ruledInk } from "../../../contract/artwork/ink.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_WAITING_INK } from "../../../contract/limit.ts"
import { notCheckedInDots } from "../../../sheet/ink/dotted-ink.ts"
import { printedMmPerPx, scaleBox } from "../../../sheet/preflight/piece-size.ts"
import { type ImageRow, isVector, madeMendsOf, trimOf } from "../../data/artwork/image-rows.ts"
import {
  findInkImages,
  findInkImagesUnder,
  findInkRows,
  type InkImage,
  type InkRow,
  type InkTemplate,
  insertInkRows,
  type KnownInk,
  setOwnInk,
  touchInk,
} from "../../data/artwork/ink-rows.ts"
import type { AskedInk, StoredFinding } from "../../data/artwork/tables.ts"
import { type Database, databaseOf } from "../../data/database.ts"
import { type FoundDestination, findDestination } from "../../data/delivery/destination-rows.ts"
import {
  findDefaultSheetTemplate,
  findSheetTemplate,
  type SheetTemplateRow,
} from "../../data/prints/sheet-template-rows.ts"
import { readerOf } from "../../data/reader.ts"
import type { Env } from "../../env.ts"
import { isHeld } from "../../moving.ts"
import { printedParts } from "../pieces/find-pieces.ts"
import { printedAt } from "../pieces/printed-size.ts"
import { queueFirstTurns } from "./queue-turns.ts"

/** A part of every check's name. Raise it when the same artwork gets other findings. */
const INK_VERSION = 2
const MM_PER_IN = 25.4
/** The pixels per inch at which an image has its own width, and the width of vector artwork. */
const OWN_DPI = 300
export const OWN_MM_PER_PX = MM_PER_IN / OWN_DPI
const OWN_VECTOR_IN = 6
/** The places of a finding in a reply about many images: the image's own has all that are kept. */
const PLACES_OF_MANY = 3
/** The kind that a check may have to leave out: it takes the profile of the press, by which nothing may print. */
export const LEFT_OUT: InkCode = "out-of-gamut"
/** The interval of noting that somebody looks at a check, so that a look writes nothing most of the time. */
const NOTED_USE_MS = DAY_MS

/** An image whose findings are wanted at a printed width, with the mends of its store's rule; without one, at its own. */
export type WantedInk = {
  imageId: Id
  widthIn?: number | undefined
  shopMends?: readonly Mend[] | undefined
}

/** The settings of a template and its destination that decide what a press makes of ink. */
export type InkSettings = Pick<SheetTemplateRow, "trim" | "dpi"> & Omit<AskedInk, "mmPerPx" | "printed">

/** Returns what decides about ink under the default template, which may be known. */
export async function ownInkSettings(
  db: Database,
  userId: Id,
  known: SheetTemplateRow | null = null,
): Promise<InkSettings> {
  return settingsOf(db, known ?? (await findDefaultSheetTemplate(db, userId, Date.now())))
}

/** Returns what decides about ink under a template; null if this user has no such template. */
export async function inkSettingsOf(
  db: Database,
  userId: Id,
  sheetTemplateId: Id,
): Promise<InkSettings | null> {
  const template = await findSheetTemplate(db, userId, sheetTemplateId)
  return template && settingsOf(db, template)
}

async function settingsOf(db: Database, template: InkTemplate): Promise<InkSettings> {
  const { userId, destinationId } = template
  return settingsUnder(template, destinationId ? await findDestination(db, userId, destinationId) : null)
}

export function settingsUnder(
  { trim, dpi, ink }: Pick<SheetTemplateRow, "trim" | "dpi" | "ink">,
  destination: Pick<FoundDestination, "white" | "profileKey"> | null,
): InkSettings {
  const hasWhite = destination?.white.isOn ?? false
  return { trim, dpi, limits: ink, hasWhite, profileKey: destination?.profileKey ?? undefined }
}

/**
 * Returns the findings of images at printed widths, in order, as far as they are known; null for an image that is not
 * ready. Checks that nobody has asked for are queued if `isAsked`; meanwhile they are `waiting`.
 */
export async function findInk(
  env: Env,
  { userId, items }: { userId: Id; items: readonly WantedInk[] },
  settings: InkSettings,
  { isAsked }: { isAsked: boolean },
): Promise<(ImageInk | null)[]> {
  if (items.length === 0) return []
  const images = await findInkImages(readerOf(databaseOf(env)), imageIdsOf(items))
  return lookUp(env, checksOf(images, { userId, items }, settings), isAsked)
}

/**
 * Returns `findInk` under a template of this user, which is read with the images; under the default one for null, and
 * where there is no such, unless only that one `isMeant`: then an error is thrown.
 */
export async function findInkUnder(
  env: Env,
  { userId, items }: { userId: Id; items: readonly WantedInk[] },
  { sheetTemplateId, isMeant }: { sheetTemplateId: Id | null; isMeant: boolean },
  { isAsked }: { isAsked: boolean },
): Promise<(ImageInk | null)[]> {
  const db = databaseOf(env)
  const chosen = { userId, ids: imageIdsOf(items), sheetTemplateId }
  const { images, template } = await findInkImagesUnder(readerOf(db), chosen)
  if (isMeant && sheetTemplateId !== null && template?.id !== sheetTemplateId) {
    if (!(await findSheetTemplate(db, userId, sheetTemplateId))) throw unknown("sheet template")
  }
  const settings = template ? await settingsOf(db, template) : await ownInkSettings(db, userId)
  return lookUp(env, checksOf(images, { userId, items }, settings), isAsked)
}

function imageIdsOf(items: readonly WantedInk[]): Id[] {
  return [...new Set(items.map(({ imageId }) => imageId))]
}

function checksOf(
  infos: readonly InkImage[],
  { userId, items }: { userId: Id; items: readonly WantedInk[] },
  settings: InkSettings,
): (Check | null)[] {
  const images = new Map(infos.filter((image) => image.userId === userId).map((image) => [image.id, image]))
  return items.map(({ imageId, widthIn, shopMends }) =>
    widthIn === undefined
      ? ownCheckOf(images.get(imageId), settings)
      : checkOf(images.get(imageId), { widthIn, shopMends }, settings),
  )
}

/**
 * Returns the findings of an image at its own width under the default template, which are marked in the library. Null
 * if it is not ready.
 */
export async function findOwnInk(env: Env, imageId: Id, settings: InkSettings): Promise<ImageInk | null> {
  const db = databaseOf(env)
  const [image] = await findInkImages(readerOf(db), [imageId])
  const check = ownCheckOf(image, settings)
  const [ink] = await lookUp(env, [check], true)
  if (check && image.inkDigest !== check.digest) await setOwnInk(db, check)
  return ink
}

async function lookUp(
  env: Env,
  checks: readonly (Check | null)[],
  isAsked: boolean,
): Promise<(ImageInk | null)[]> {
  const keys = new Map(checks.flatMap((check) => (check ? [[check.name, check] as const] : [])))
  if (keys.size === 0) return checks.map(() => null)
  const db = databaseOf(env)
  const rows = await findInkRows(
    readerOf(db),
    [...keys.values()].map(({ imageId, digest }) => ({ imageId, digest })),
  )
  const known = new Map(rows.map((row) => [nameOf(row), row]))
  const news = [...keys.values()].filter(({ name }) => !known.has(name))
  const nowMs = Date.now()
  const stale = rows.filter(({ lastUsedAt }) => nowMs - lastUsedAt > NOTED_USE_MS)
  if (isAsked && stale.length > 0) await unlessHeld(() => touchInk(db, stale, nowMs))
  if (isAsked && news.length > 0) await unlessHeld(() => askForInk(env, news, nowMs))
  return checks.map((check) => check && inkOf(check, known.get(check.name)))
}

/** Returns findings with their worst places alone, for replies about many. */
export function withWorstPlaces(ink: ImageInk): ImageInk {
  const findings = ink.findings.map(({ places, ...finding }) => ({
    ...finding,
    places: places.slice(0, PLACES_OF_MANY),
  }))
  return { ...ink, findings }
}

type Check = {
  name: string
  imageId: Id
  userId: Id
  digest: string
  widthIn: number
  dpi: number | null
  accepted: InkCode[]
  rules: InkRules
  asked: AskedInk
  /** The mends that are in the ink. */
  mends: readonly Mend[]
}

function checkOf(
  image: InkImage | undefined,
  { widthIn, shopMends }: { widthIn: number; shopMends?: readonly Mend[] | undefined },
  settings: InkSettings,
): Check | null {
  const artwork = image && artworkOf(image)
  if (!artwork) return null
  const size = { widthIn, mmPerPx: printedMmPerPx(artwork, widthIn, settings.trim) }
  const { dpi, trim } = settings
  const printed = printedAt(image, { widthIn, dpi, trim, shopMends })
  return checkAt(image, { ...size, ...(printed && { printed }) }, settings)
}

/** Returns the check of an image at its own width: at 300 DPI, or for vector artwork at 6 in. */
export function ownCheckOf(image: InkImage | undefined, settings: InkSettings): Check | null {
  const artwork = image && artworkOf(image)
  if (!artwork) return null
  const widthIn = ownPrintedWidthIn(image, settings.trim)
  if (isVector(image)) return checkOf(image, { widthIn }, settings)
  return checkAt(image, { widthIn, mmPerPx: OWN_MM_PER_PX }, settings)
}

/** Returns the width that an image which is ready has by itself: at 300 DPI, or for vector artwork 6 in. */
export function ownPrintedWidthIn(image: PrintedImage, trim: boolean): number {
  const artwork = artworkOf(image)
  if (!artwork || isVector(image)) return OWN_VECTOR_IN
  return Math.round((scaleBox(artwork, trim).width / OWN_DPI) * 100) / 100
}

/** Returns the printed width of a whole artwork, its margins included, whose ink is to be so wide. */
export function printedWholeIn(image: PrintedImage, widthIn: number, trim: boolean): number {
  const artwork = artworkOf(image)
  return artwork ? (printedMmPerPx(artwork, widthIn, trim) * artwork.widthPx) / MM_PER_IN : widthIn
}

function checkAt(
  image: InkImage,
  { widthIn, ...size }: { widthIn: number } & Pick<AskedInk, "mmPerPx" | "printed">,
  { limits, hasWhite, profileKey }: InkSettings,
): Check {
  const { id: imageId, userId } = image
  const { mmPerPx } = size
  const asked = { ...size, limits, hasWhite, profileKey }
  const digest = digestOf(image, asked)
  const dpi = isVector(image) ? null : Math.floor(MM_PER_IN / mmPerPx + 1e-6)
  const accepted: InkCode[] = JSON.parse(image.inkAccepted)
  const rules: InkRules = JSON.parse(image.inkRules)
  const key = { name: nameOf({ imageId, digest }), imageId, userId, digest }
  return { ...key, widthIn, dpi, accepted, rules, asked, mends: checkedMends(image, asked) }
}

/** Returns the mends that are in the ink that a check looks at. */
export function checkedMends(
  image: Pick<ImageRow, "madeMends">,
  { printed }: Pick<AskedInk, "printed">,
): readonly Mend[] {
  return printed?.mends ?? madeMendsOf(image)
}

type DrawnImage = Pick<
  InkImage,
  "masterKey" | "madeMends" | "missingFonts" | "layers" | "lostFonts" | "fields"
>

/** Returns a check's digest: it covers the artwork, its texts with the fonts that they are drawn in, and the settings. */
function digestOf(image: DrawnImage, asked: AskedInk): string {
  const { mmPerPx, limits, hasWhite, profileKey, printed } = asked
  const { minStrokeMm, minGapMm, minSpeckMm, maxInkPercent = null } = limits
  const { masterKey, missingFonts, layers, lostFonts, fields } = image
  // The outlines of a text say what it is drawn in, but not that the font is another's; a font's file never changes.
  const missing = missingFonts === "[]" ? [] : [{ missingFonts }]
  const lost = lostFonts === "[]" ? [] : [{ lostFonts }]
  const texts = layers === "[]" ? [] : [layers, fields, ...lost]
  const press = profileKey === undefined ? [] : [profileKey]
  const size = printed ? [{ printed: printedParts(image, printed) }] : []
  const parts = [INK_VERSION, masterKey, mmPerPx, hasWhite, ...size, ...missing, ...texts]
  return createHash("sha256")
    .update(JSON.stringify([...parts, minStrokeMm, minGapMm, minSpeckMm, maxInkPercent, ...press]))
    .digest("hex")
    .slice(0, 32)
}

/** Returns true if a stored check is of the image as it is drawn now. */
export function isCheckOf(image: DrawnImage, { digest, asked }: Pick<InkRow, "digest" | "asked">): boolean {
  return digestOf(image, asked) === digest
}

function nameOf({ imageId, digest }: { imageId: Id; digest: string }): string {
  return `${imageId} ${digest}`
}

type PrintedImage = Pick<
  InkImage,
  | "status"
  | "mediaType"
  | "masterKey"
  | "madeMends"
  | "widthPx"
  | "heightPx"
  | "trimX"
  | "trimY"
  | "trimWidth"
  | "trimHeight"
>

function artworkOf(image: PrintedImage) {
  const { status, widthPx, heightPx } = image
  return status === "Ready" && widthPx && heightPx ? { widthPx, heightPx, trim: trimOf(image) } : null
}

function inkOf({ widthIn, dpi, accepted, rules, mends }: Check, known: KnownInk | undefined): ImageInk {
  const { state, failureReason, findings } = known ?? {
    state: "waiting",
    failureReason: null,
    findings: "[]",
  }
  const leftOut = failureReason === null ? [] : [{ code: LEFT_OUT, reason: failureReason }]
  const missed = state === "ready" ? [...leftOut, ...notCheckedInDots(mends)] : []
  const notChecked = missed.filter(({ code }) => rules[code] !== "off")
  const reason = state === "ready" ? null : failureReason
  const stored: StoredFinding[] = JSON.parse(findings)
  const shown = ruledInk(stored, rules).map((finding) => shownFinding(finding, accepted))
  return { widthIn, dpi, state, reason, notChecked, findings: shown, accepted }
}

function shownFinding(
  { places, mends, ...finding }: StoredFinding,
  accepted: readonly InkCode[],
): InkFinding {
  return {
    ...finding,
    mends: mends.map((mend) => ({ ...mend, isOn: true })),
    places: places.map(([x, y, width, height]) => ({ x, y, width, height })),
    isAccepted: accepted.includes(finding.code),
  }
}

/** Asks for checks. */
async function askForInk(env: Env, checks: readonly Check[], nowMs: number): Promise<void> {
  // A print's images are one account's.
  const [{ userId }] = checks
  const { wereMoving, added } = await insertInkRows(databaseOf(env), userId, {
    rows: checks.map(({ imageId, digest, asked }) => ({ imageId, digest, asked })),
    most: MAX_WAITING_INK,
    nowMs,
  })
  // A turn that is under way has others follow until none remains.
  if (!wereMoving && added > 0) await queueFirstTurns(env, { kind: "ink", userId }, added)
}

/** Writes, but for an account that is being moved, which is only read: whoever looks afterwards asks again. */
async function unlessHeld(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof Error && isHeld(error))) throw error
  }
}
