import { useEffect, useState } from "react"
import { fileUrl } from "../../lib/format.ts"

/** The size of a sample: enough to tell a white design from a light one, at no cost. */
const SAMPLE_PX = 24
/** The mean lightness of the ink, 0 to 1, above which artwork would vanish on a light ground. */
const PALE_ABOVE = 0.86

const known = new Map<string, boolean>()

/** Returns whether the ink is mostly white and has to be shown on black. False until it is known. */
export function useIsPale(path: string | null): boolean {
  const [, setLooked] = useState<string | null>(null)
  useEffect(() => {
    if (path === null || known.has(path)) return
    let isWanted = true
    const picture = new Image()
    picture.onload = () => {
      known.set(path, isPale(picture))
      if (isWanted) setLooked(path)
    }
    picture.src = fileUrl(path)
    return () => {
      isWanted = false
    }
  }, [path])
  return path !== null && known.get(path) === true
}

/** Returns the mean lightness of the ink, and how much of the picture it covers. */
export function paleShare(rgba: Uint8ClampedArray): { lightness: number; coverage: number } {
  let ink = 0
  let light = 0
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] / 255
    ink += alpha
    light += (alpha * (0.2126 * rgba[i] + 0.7152 * rgba[i + 1] + 0.0722 * rgba[i + 2])) / 255
  }
  return { lightness: ink === 0 ? 0 : light / ink, coverage: ink / (rgba.length / 4) }
}

function isPale(picture: HTMLImageElement): boolean {
  const canvas = document.createElement("canvas")
  canvas.width = SAMPLE_PX
  canvas.height = SAMPLE_PX
  const context = canvas.getContext("2d", { willReadFrequently: true })
  if (!context) return false
  context.drawImage(picture, 0, 0, SAMPLE_PX, SAMPLE_PX)
  const { lightness, coverage } = paleShare(context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data)
  return lightness > PALE_ABOVE && coverage < 0.98
}
