/** Pixels of a strip that is composed from parts: premultiplied RGBA8. */
export type PixelLayer = Uint8Array

/** Returns value / 255, rounded, exact for products of two bytes. */
function divide255(value: number): number {
  const v = value + 128
  return (v + (v >> 8)) >> 8
}

/** Lays straight RGBA8 over a layer. */
export function layStraight(layer: PixelLayer, top: Uint8Array): void {
  for (let at = 0; at < layer.length; at += 4) {
    const alpha = top[at + 3]
    if (alpha === 0) continue
    const rest = 255 - alpha
    for (let i = at; i < at + 3; i++) layer[i] = divide255(top[i] * alpha) + divide255(layer[i] * rest)
    layer[at + 3] = alpha + divide255(layer[at + 3] * rest)
  }
}

/** Lays one layer over another, each pixel weighted by the alpha of `coverage` (straight RGBA8). */
export function layCovered(layer: PixelLayer, top: PixelLayer, coverage: Uint8Array): void {
  for (let at = 0; at < layer.length; at += 4) {
    const weight = coverage[at + 3]
    if (weight === 0 || top[at + 3] === 0) continue
    const rest = 255 - divide255(top[at + 3] * weight)
    for (let i = at; i < at + 4; i++)
      layer[i] = Math.min(255, divide255(top[i] * weight) + divide255(layer[i] * rest))
  }
}

/** Turns a layer into straight RGBA8, in place. */
export function straighten(layer: PixelLayer): Uint8Array {
  for (let at = 0; at < layer.length; at += 4) {
    const alpha = layer[at + 3]
    if (alpha === 0 || alpha === 255) continue
    for (let i = at; i < at + 3; i++) layer[i] = Math.min(255, Math.round((layer[i] * 255) / alpha))
  }
  return layer
}
