import { MIB } from "../../../contract/limit.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { decodePicture } from "../../../sheet/raster/picture-file.ts"
import { makeThumb, readThumb, THUMB_PX } from "../../../sheet/raster/piece-thumb.ts"
import { encodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import type { Canvas } from "../../../sheet/text/draw-layers.ts"
import type { Edges } from "../../../sheet/text/path.ts"
import type { Env } from "../../env.ts"
import { lookFile, readLook, readWhole } from "../../files/look-file.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { keptSilhouettes } from "../../flows/pieces/piece-silhouette.ts"
import { openKeptBytes } from "../../isolate/kept-bytes.ts"
import { rasterHost } from "../../raster/raster-host.ts"

/** Texts that are laid over a piece as SVG paths, the canvas that they count on, and where their ink is; null: anywhere. */
export type TextsOfPiece = { svg: string; canvas: Canvas; ink: Edges | null }

type PieceLook = {
  silhouette: Silhouette
  picture: Picture
  /** The picture as a PNG. */
  preview: Uint8Array
  /** Null: none are laid over it. */
  texts: TextsOfPiece | null
}

/** The texts and the thumbs of pieces that this isolate has drawn: 600 names of each, as of silhouettes. */
const keptTexts = openKeptBytes(3 * MIB)
const keptThumbs = openKeptBytes(5 * MIB)

/** Stores the look of a piece in one object. A repeat stores the same. */
export async function storePieceLook(env: Env, key: string, look: PieceLook): Promise<void> {
  const silhouette = encodeSilhouette(look.silhouette)
  const texts = new TextEncoder().encode(look.texts ? JSON.stringify(look.texts) : "")
  const thumb = makeThumb(look.picture)
  const file = lookFile({ silhouette, texts, thumb, preview: look.preview })
  await env.FILES.put(key, file.bytes, { customMetadata: file.metadata })
  keptSilhouettes.keep(key, silhouette)
  keptThumbs.keep(key, thumb)
  if (look.texts) keptTexts.keep(key, texts)
}

/**
 * Returns a picture of a drawn piece for one that shows it `mostPx` large, by the folder of its files; null if it is lost.
 * A small one is not read from R2 where it was drawn, and is no PNG.
 */
export async function piecePicture(env: Env, folder: string, mostPx: number): Promise<Picture | null> {
  const key = `${folder}/look`
  if (mostPx <= THUMB_PX) {
    const thumb = keptThumbs.find(key) ?? (await readLook(env.FILES, key, "thumb"))
    if (thumb) return readThumb(thumb)
  }
  const png = (await readLook(env.FILES, key, "preview")) ?? (await readWhole(env.FILES, `${folder}/preview`))
  return png && decodePicture(png, rasterHost)
}

/** Returns the texts that are laid over a piece, by the key that its row names. Throws a MissingObjectError if they are lost. */
export async function pieceTexts(env: Env, key: string): Promise<TextsOfPiece> {
  const kept = keptTexts.find(key)
  const bytes = kept ?? (await readLook(env.FILES, key, "texts"))
  if (bytes === null) return formerTexts(env, key)
  if (bytes.length === 0) throw new MissingObjectError(key)
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** Reads texts as a version before stored them, in an object of their own; the oldest say nothing of their ink. */
async function formerTexts(env: Env, key: string): Promise<TextsOfPiece> {
  const object = await env.FILES.get(key)
  const { width, height, ink } = object?.customMetadata ?? {}
  if (!object || !width || !height) throw new MissingObjectError(key)
  const canvas = { width: Number(width), height: Number(height) }
  return { svg: await object.text(), canvas, ink: ink === undefined ? null : edgesOf(ink) }
}

function edgesOf(text: string): Edges {
  const [left, top, right, bottom] = text.split(" ").map(Number)
  return { left, top, right, bottom }
}
