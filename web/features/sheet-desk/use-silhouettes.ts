import { useEffect, useState } from "react"
import { decodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import type { PlacedItem, PreviewTemplate } from "../sheet-preview/preview-item.ts"

/** Shared by all desks of the page; a failure is tried again with the next one. */
const known = new Map<string, Promise<Silhouette | null>>()

/**
 * The silhouettes of the items, by image: what a held piece slides along. Empty where boxes are
 * packed, and for images still on their way; those are boxes meanwhile.
 */
export function useSilhouettes(
  items: readonly PlacedItem[],
  nesting: PreviewTemplate["nesting"],
): ReadonlyMap<string, Silhouette> {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Silhouette>>(new Map())
  const wanted = nesting === "shapes" ? items.filter(({ image }) => !image.isOpaque) : []
  const key = [...new Set(wanted.map(({ image }) => image._id))].join(" ")
  useEffect(() => {
    let isCurrent = true
    const imageIds = key === "" ? [] : key.split(" ")
    void Promise.all(imageIds.map(async (id) => [id, await silhouetteOf(id)] as const)).then((all) => {
      if (isCurrent) setLoaded(new Map(all.flatMap(([id, found]) => (found ? [[id, found] as const] : []))))
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  return loaded
}

function silhouetteOf(imageId: string): Promise<Silhouette | null> {
  const asked = known.get(imageId) ?? fetchSilhouette(imageId)
  known.set(imageId, asked)
  return asked
}

async function fetchSilhouette(imageId: string): Promise<Silhouette | null> {
  try {
    const response = await fetch(`/api/files/images/${imageId}/silhouette`)
    if (response.ok) return decodeSilhouette(new Uint8Array(await response.arrayBuffer()))
  } catch {
    // Offline, or cut off: the piece is a box until the next desk asks.
  }
  known.delete(imageId)
  return null
}
