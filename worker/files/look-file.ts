import { joined } from "../../sheet/raster/file-bytes.ts"

/*
 * The look of a piece in one object of R2: each object costs a call to write and to read, however small it is, and hundreds
 * of names are three times as many parts.
 *
 *   silhouette   sheet/silhouette.ts
 *   texts        those laid over it, as JSON in UTF-8; empty: none
 *   thumb        pixels for sheets' pictures (sheet/raster/piece-thumb.ts)
 *   preview      a PNG
 *
 * The object's metadata say how long they are.
 */
const parts = ["silhouette", "texts", "thumb", "preview"] as const
export type PartOfLook = (typeof parts)[number]

/** Returns the bytes of an object with these parts, and its metadata. */
export function lookFile(look: Readonly<Record<PartOfLook, Uint8Array>>): {
  bytes: Uint8Array
  metadata: Record<string, string>
} {
  const inOrder = parts.map((name) => look[name])
  return { bytes: joined(inOrder), metadata: { parts: inOrder.map(({ length }) => length).join(" ") } }
}

/** Returns where a part is in such an object; null in an object of another kind. */
export function partOfLook(
  { customMetadata }: Pick<R2Object, "customMetadata">,
  name: PartOfLook,
): { offset: number; length: number } | null {
  const lengths = customMetadata?.parts?.split(" ").map(Number)
  if (lengths?.length !== parts.length) return null
  const at = parts.indexOf(name)
  const offset = lengths.slice(0, at).reduce((sum, length) => sum + length, 0)
  return { offset, length: lengths[at] }
}

/** The part of an object that is read at first: nearly every silhouette is smaller. */
const FIRST_BYTES = 16_384

/** Reads a part of such an object; null if it is lost. */
export async function readLook(bucket: R2Bucket, key: string, name: PartOfLook): Promise<Uint8Array | null> {
  const first = name === "preview" ? undefined : { range: { offset: 0, length: FIRST_BYTES } }
  const object = await bucket.get(key, first)
  const part = object && partOfLook(object, name)
  if (!part) return null
  const end = part.offset + part.length
  // A copy: what is read beside it is not kept.
  if (!first || end <= FIRST_BYTES) return (await object.bytes()).slice(part.offset, end)
  await object.body.cancel()
  if (part.length === 0) return new Uint8Array()
  const rest = await bucket.get(key, { range: part })
  return rest ? rest.bytes() : null
}

/** Reads an object as a version before stored a part; null if it is lost. */
export async function readWhole(bucket: R2Bucket, key: string): Promise<Uint8Array | null> {
  const object = await bucket.get(key)
  return object ? object.bytes() : null
}
