import { joined } from "../../sheet/raster/file-bytes.ts"

/*
 * The look of a piece in one object of R2: each object costs a call to write and to read, however small it is, and hundreds
 * of names are three times as many parts.
 *
 *   silhouette   sheet/silhouette.ts
 *   texts        those laid over it, as JSON in UTF-8; empty: none
 *   preview      a PNG
 *
 * The object's metadata say how long the first two are.
 */
const parts = ["silhouette", "texts", "preview"] as const
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
  if (!lengths) return null
  const at = parts.indexOf(name)
  const offset = lengths.slice(0, at).reduce((sum, length) => sum + length, 0)
  return { offset, length: lengths[at] }
}
