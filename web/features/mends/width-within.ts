/** Returns the width at which a picture has at most so many pixels, and never more than its own. */
export function widthWithin(
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  mostPixels: number,
): number {
  const scale = Math.sqrt(mostPixels / (widthPx * heightPx))
  return scale >= 1 ? widthPx : Math.max(1, Math.floor(widthPx * scale))
}
