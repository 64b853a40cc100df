import { useEffect, useState } from "react"
import { decodeSilhouette, type Silhouette } from "../../../sheet/silhouette.ts"
import type { PlacedItem, PreviewTemplate } from "../sheet-preview/preview-item.ts"

/** The silhouettes that all desks of the page share; a failure is tried again with the next one. */
const known = new Map<string, Promise<Silhouette | null>>()

/**
 * Returns the silhouettes of the items, by their paths: a held piece slides along them. Empty if boxes are
 * packed, and for images that are still loading; those are boxes until then.
 */
export function useSilhouettes(
  items: readonly PlacedItem[],
  nesting: PreviewTemplate["nesting"],
): ReadonlyMap<string, Silhouette> {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Silhouette>>(new Map())
  const wanted = nesting === "shapes" ? items.filter(({ image }) => !image.isOpaque) : []
  const key = [...new Set(wanted.map(({ silhouettePath }) => silhouettePath))].join(" ")
  useEffect(() => {
    let isCurrent = true
    const paths = key === "" ? [] : key.split(" ")
    void Promise.all(paths.map(async (path) => [path, await silhouetteAt(path)] as const)).then((all) => {
      if (isCurrent)
        setLoaded(
          new Map(all.flatMap(([path, silhouette]) => (silhouette ? [[path, silhouette] as const] : []))),
        )
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  return loaded
}

function silhouetteAt(path: string): Promise<Silhouette | null> {
  const asked = known.get(path) ?? fetchSilhouette(path)
  known.set(path, asked)
  return asked
}

async function fetchSilhouette(path: string): Promise<Silhouette | null> {
  try {
    const response = await fetch(`/api/files/${path}`)
    if (response.ok) return decodeSilhouette(new Uint8Array(await response.arrayBuffer()))
  } catch {
    // Offline, or cut off: the piece is a box until the next desk asks.
  }
  known.delete(path)
  return null
}
