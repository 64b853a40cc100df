import { Buffer } from "node:buffer"
import { familyKeyOf } from "../../../contract/artwork/font.ts"
import { libraryFonts } from "../../../contract/artwork/library-fonts.ts"
import { checkFont } from "../../../sheet/font/check-font.ts"
import { chooseFace, type Face } from "../../../sheet/font/choose-face.ts"
import { FontError } from "../../../sheet/font/font-error.ts"
import { readTables } from "../../../sheet/font/font-tables.ts"
import { readLetters } from "../../../sheet/font/letters.ts"
import type { EmbeddedFont, FoundFonts, TextFace } from "../../../sheet/raster/svg/text-faces.ts"
import { type FontRow, listFontRows } from "../../data/artwork/font-rows.ts"
import { fontReplacementsOf, type ImageRow } from "../../data/artwork/image-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { unpackFont } from "../../files/unpack-font.ts"
import { readLibraryFont, readOwnFont } from "./read-font.ts"

/** The bytes of one drawing's fonts: a job holds them twice while the renderer reads them. */
const MAX_DRAWN_BYTES = 12 * 1024 * 1024
/** The letters that a warning names. */
const MAX_NAMED_LETTERS = 8

type Source = Face & {
  key: string
  family: string
  /** The checksum of an account's font; the others never change. */
  checksum?: string
  read: () => Promise<Uint8Array | null>
}

/** The fonts of a drawing; `own` names those of its account, and the faces that are drawn in them. */
type AccountFonts = FoundFonts & { own: { face: number; checksum: string }[] }

/**
 * Finds the fonts of a user's drawing: a person's replacement of a family first, then those that it
 * brings itself, then the account's, then the library's. Text that names none is drawn in the library's
 * Inter.
 */
export function findFontsOf(env: Env, row: Pick<ImageRow, "userId" | "fontReplacements">) {
  return async (faces: readonly TextFace[], embedded: readonly EmbeddedFont[]): Promise<AccountFonts> => {
    if (faces.length === 0) return { fonts: [], missing: [], warnings: [], own: [] }
    const rows = await listFontRows(databaseOf(env), row.userId)
    const notes = new Set<string>()
    const groups = [
      embedded.flatMap((font, index) => embeddedSource(font, index, notes)),
      rows.map((font) => ownSource(env, font)),
      libraryFonts.map((font) => ({ ...librarySource(font), read: () => readLibraryFont(env, font) })),
    ]
    const chosen = new Map<string, string>(
      fontReplacementsOf(row).map(({ family, fontId }) => [familyKeyOf(family), fontId]),
    )
    const replacing = ({ families: [family = ""] }: TextFace) =>
      groups.flat().find(({ key }) => key === chosen.get(familyKeyOf(family)))
    return collect(faces, { groups, replacing }, notes)
  }
}

/** The sources of a text's face; `replacing` is a person's replacement. */
type Sources = {
  groups: readonly (readonly Source[])[]
  replacing: (face: TextFace) => Source | undefined
}

async function collect(
  faces: readonly TextFace[],
  { groups, replacing }: Sources,
  notes: Set<string>,
): Promise<AccountFonts> {
  const own: AccountFonts["own"] = []
  const fontsByKey = new Map<string, FoundFonts["fonts"][number]>()
  const missing = new Set<string>()
  let total = 0
  for (const [index, face] of faces.entries()) {
    const letters = [...face.characters].filter((character) => character.trim() !== "")
    const chosen = replacing(face)
    const source =
      chosen ?? chooseFace(face.families.length === 0 ? { ...face, families: ["Inter"] } : face, groups)
    if (source === null) {
      if (letters.length > 0) missing.add(face.families[0])
      continue
    }
    const bytes = fontsByKey.get(source.key)?.bytes ?? (await source.read())
    if (bytes === null) {
      missing.add(source.family)
      continue
    }
    const font = fontsByKey.get(source.key) ?? { bytes, faces: [] }
    if (!fontsByKey.has(source.key)) {
      total += font.bytes.length
      if (total > MAX_DRAWN_BYTES) {
        notes.add(`Its fonts are too large together: text in "${source.family}" is drawn in a plain font.`)
        continue
      }
      fontsByKey.set(source.key, font)
    }
    font.faces.push(index)
    if (source.checksum !== undefined) own.push({ face: index, checksum: source.checksum })
    const isAsked = face.families.length > 0 && chosen === undefined
    if (isAsked && source.style !== face.style && face.style === "italic")
      notes.add(`"${source.family}" is not available in italics: its text is drawn upright.`)
    if (isAsked && face.weight >= 600 && source.weight <= face.weight - 200)
      notes.add(`"${source.family}" is not available in bold: its text is drawn lighter.`)
    const hasLetter = readLetters(readTables(font.bytes))
    const lacking = letters.filter((character) => !hasLetter(character.codePointAt(0) ?? 0))
    if (lacking.length > 0)
      notes.add(`"${source.family}" has no ${named(lacking)}: drawn in another font, or not at all.`)
  }
  for (const family of missing)
    notes.add(
      `"${family}" is not available: its text is drawn in a plain font. Upload the font, or choose another.`,
    )
  return { fonts: [...fontsByKey.values()], missing: [...missing], warnings: [...notes], own }
}

function named(letters: readonly string[]): string {
  const shown = letters.slice(0, MAX_NAMED_LETTERS).map((letter) => `“${letter}”`)
  return letters.length > shown.length ? `${shown.join(", ")} and others` : shown.join(", ")
}

/** Returns the drawing's own fonts, unpacked and checked as an upload is; a broken one is left out. */
function embeddedSource(
  { family, style, weight, base64 }: EmbeddedFont,
  index: number,
  notes: Set<string>,
): Source[] {
  try {
    const { bytes } = checkFont(unpackFont(Buffer.from(base64, "base64")))
    return [
      {
        key: `embedded ${index}`,
        family,
        names: [familyKeyOf(family)],
        style,
        weight,
        read: async () => bytes,
      },
    ]
  } catch (error) {
    if (!(error instanceof FontError)) throw error
    notes.add(`The SVG's own font "${family}" cannot be used. ${error.message}`)
    return []
  }
}

function ownSource(env: Env, row: FontRow): Source {
  const { id, family, names, style, weight, checksum } = row
  const read = async () => {
    try {
      return await readOwnFont(env, row)
    } catch (error) {
      // The text is drawn as if the font had never been there.
      if (error instanceof MissingObjectError) return null
      throw error
    }
  }
  return { key: id, family, names, style, weight, checksum, read }
}

function librarySource({ _id, family, style, weight }: (typeof libraryFonts)[number]) {
  // Programs also write a font's PostScript name: Lobster-Regular, Oswald-Bold.
  const plain = family.replaceAll(" ", "")
  const names = [family, plain, ...faceNames(weight, style).map((face) => `${plain}-${face}`)]
  return { key: _id, family, names: names.map(familyKeyOf), style, weight }
}

function faceNames(weight: number, style: "normal" | "italic"): string[] {
  const weights: Record<number, string> = { 400: "Regular", 700: "Bold", 900: "Black" }
  const name = weights[weight] ?? String(weight)
  if (style === "normal") return [name]
  return weight === 400 ? ["Italic"] : [`${name}Italic`]
}
