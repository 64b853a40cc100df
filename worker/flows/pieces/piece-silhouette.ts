import type { Id } from "../../../contract/id.ts"
import { MIB } from "../../../contract/limit.ts"
import { decodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import { variantKeys } from "../../data/pieces/variant-rows.ts"
import type { Env } from "../../env.ts"
import { readLook, readWhole } from "../../files/look-file.ts"
import { openKeptBytes } from "../../isolate/kept-bytes.ts"
import { logWarning } from "../../log.ts"

/**
 * The silhouettes of pieces that this isolate has read or drawn, by the keys of their looks: 600 names. The jobs of a print's
 * layout read each several times, and a digest covers all that decides a piece's look, so none is ever stale.
 */
export const keptSilhouettes = openKeptBytes(3 * MIB)

/** Returns the silhouette of a drawn piece. Null if the file is lost: the piece counts as a box. */
export async function pieceSilhouette(env: Env, imageId: Id, digest: string): Promise<Silhouette | null> {
  const { look, silhouette: formerKey } = variantKeys(imageId, digest)
  const kept = keptSilhouettes.find(look)
  if (kept) return decodeSilhouette(kept)
  const bytes = (await readLook(env.FILES, look, "silhouette")) ?? (await readWhole(env.FILES, formerKey))
  if (bytes) keptSilhouettes.keep(look, bytes)
  else logWarning("silhouette not made", { imageId, error: `the piece ${digest} is lost` })
  return bytes && decodeSilhouette(bytes)
}
