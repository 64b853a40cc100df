import type { FontId, FontStyle } from "../../../contract/artwork/font.ts"
import {
  findLibraryFont,
  type LibraryFont,
  libraryFontPath,
} from "../../../contract/artwork/library-fonts.ts"
import type { Id } from "../../../contract/id.ts"
import { idSchema } from "../../../contract/id.ts"
import { type FontRow, findFontRow } from "../../data/artwork/font-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { MissingObjectError } from "../../files/r2-read.ts"

/** A font to draw with: a checked TrueType or OpenType file of one face. */
export type FontFile = {
  fontId: FontId
  family: string
  style: FontStyle
  weight: number
  bytes: Uint8Array<ArrayBuffer>
  /** The SHA-256 of the bytes, in hex: every drawing with the font depends on it. */
  checksum: string
}

/** Reads a font of the library or of this user; null if there is no such font. */
export async function readFontFile(env: Env, userId: Id, fontId: FontId): Promise<FontFile | null> {
  const library = findLibraryFont(fontId)
  if (library) return { ...faceOf(library, fontId), bytes: await readLibraryFont(env, library) }
  const id = idSchema.safeParse(fontId)
  const row = id.success ? await findFontRow(databaseOf(env), userId, id.data) : null
  return row && { ...faceOf(row, row.id), bytes: await readOwnFont(env, row) }
}

/** Returns true if the library or this user has such a font. */
export async function hasFont(env: Env, userId: Id, fontId: FontId): Promise<boolean> {
  if (findLibraryFont(fontId)) return true
  const id = idSchema.safeParse(fontId)
  return id.success && (await findFontRow(databaseOf(env), userId, id.data)) !== null
}

/** Returns the bytes of an own font. Throws a MissingObjectError if R2 has lost them. */
export async function readOwnFont(
  env: Env,
  { fileKey }: Pick<FontRow, "fileKey">,
): Promise<Uint8Array<ArrayBuffer>> {
  const object = await env.FILES.get(fileKey)
  if (!object) throw new MissingObjectError(fileKey)
  return new Uint8Array(await object.arrayBuffer())
}

/** Returns the bytes of a library font, from the app's own assets. */
export async function readLibraryFont(env: Env, font: LibraryFont): Promise<Uint8Array<ArrayBuffer>> {
  // The host is never looked up: the binding serves this deployment's files.
  const reply = await env.ASSETS.fetch(`https://assets.local${libraryFontPath(font)}`)
  if (!reply.ok) throw new Error(`the asset ${libraryFontPath(font)} answered ${reply.status}`)
  return new Uint8Array(await reply.arrayBuffer())
}

function faceOf({ family, style, weight, checksum }: LibraryFont | FontRow, fontId: FontId) {
  return { fontId, family, style, weight, checksum }
}
