import type { Id } from "../../../contract/id.ts"
import { MIB } from "../../../contract/limit.ts"
import { decodeSilhouette, encodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import type { Canvas } from "../../../sheet/text/draw-layers.ts"
import type { Edges } from "../../../sheet/text/path.ts"
import { variantKeys } from "../../data/pieces/variant-rows.ts"
import type { Env } from "../../env.ts"
import { lookFile, type PartOfLook, partOfLook } from "../../files/look-file.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { openKeptBytes } from "../../isolate/kept-bytes.ts"
import { logWarning } from "../../log.ts"

/** Texts that are laid over a piece as SVG paths, the canvas that they count on, and where their ink is; null: anywhere. */
export type TextsOfPiece = { svg: string; canvas: Canvas; ink: Edges | null }

type PieceLook = {
  silhouette: Silhouette
  /** A PNG. */
  preview: Uint8Array
  /** Null: none are laid over it. */
  texts: TextsOfPiece | null
}

/**
 * The silhouettes and the texts of pieces that this isolate has read or drawn: 600 names of each. The jobs of a print's
 * layout read silhouettes several times, and a digest covers all that decides a piece's look, so none is ever stale.
 */
const keptSilhouettes = openKeptBytes(3 * MIB)
const keptTexts = openKeptBytes(3 * MIB)

/** Stores the look of a piece in one object. A repeat stores the same. */
export async function storePieceLook(env: Env, key: string, look: PieceLook): Promise<void> {
  const silhouette = encodeSilhouette(look.silhouette)
  const texts = new TextEncoder().encode(look.texts ? JSON.stringify(look.texts) : "")
  const file = lookFile({ silhouette, texts, preview: look.preview })
  await env.FILES.put(key, file.bytes, { customMetadata: file.metadata })
  keptSilhouettes.keep(key, silhouette)
  if (look.texts) keptTexts.keep(key, texts)
}

/** Returns the silhouette of a drawn piece. Null if the file is lost: the piece counts as a box. */
export async function pieceSilhouette(env: Env, imageId: Id, digest: string): Promise<Silhouette | null> {
  const { look, silhouette: oldKey } = variantKeys(imageId, digest)
  const kept = keptSilhouettes.find(look)
  if (kept) return decodeSilhouette(kept)
  const bytes = (await readPart(env, look, "silhouette")) ?? (await readWhole(env, oldKey))
  if (bytes) keptSilhouettes.keep(look, bytes)
  else logWarning("silhouette not made", { imageId, error: `the piece ${digest} is lost` })
  return bytes && decodeSilhouette(bytes)
}

/** Returns the preview of a drawn piece, a PNG, by the folder of its files; null if it is lost. */
export async function piecePreview(env: Env, folder: string): Promise<Uint8Array | null> {
  return (await readPart(env, `${folder}/look`, "preview")) ?? (await readWhole(env, `${folder}/preview`))
}

/** Returns the texts that are laid over a piece, by the key that its row names. Throws a MissingObjectError if they are lost. */
export async function pieceTexts(env: Env, key: string): Promise<TextsOfPiece> {
  const kept = keptTexts.find(key)
  const object = kept ? null : await env.FILES.get(key)
  const part = object && partOfLook(object, "texts")
  if (object && part === null) return oldTexts(object)
  const bytes = kept ?? (object && part && bytesOf(await object.bytes(), part))
  if (!bytes?.length) throw new MissingObjectError(key)
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** Reads texts as a version before stored them, in an object of their own; the oldest say nothing of their ink. */
async function oldTexts(object: R2ObjectBody): Promise<TextsOfPiece> {
  const { width, height, ink } = object.customMetadata ?? {}
  if (!width || !height) throw new MissingObjectError(object.key)
  const canvas = { width: Number(width), height: Number(height) }
  return { svg: await object.text(), canvas, ink: ink === undefined ? null : edgesOf(ink) }
}

function edgesOf(text: string): Edges {
  const [left, top, right, bottom] = text.split(" ").map(Number)
  return { left, top, right, bottom }
}

async function readPart(env: Env, key: string, name: PartOfLook): Promise<Uint8Array | null> {
  const object = await env.FILES.get(key)
  const part = object && partOfLook(object, name)
  return object && part && bytesOf(await object.bytes(), part)
}

/** Copies a part, so that the whole is not kept with it. */
function bytesOf(whole: Uint8Array, { offset, length }: { offset: number; length: number }): Uint8Array {
  return whole.slice(offset, offset + length)
}

async function readWhole(env: Env, key: string): Promise<Uint8Array | null> {
  const object = await env.FILES.get(key)
  return object ? object.bytes() : null
}
