const [ZERO, NINE, DOT, MINUS, SMALL_E] = [0x30, 0x39, 0x2e, 0x2d, 0x65]

/**
 * Calls back for every point of a path in the renderer's form. Each command is absolute and takes
 * whole points, so letters can be skipped. Parsed by hand, because nearly all text of a drawing is
 * such numbers.
 */
export function forEachPoint(path: string, take: (x: number, y: number) => void): void {
  let x = 0
  let isX = true
  for (let at = 0; at < path.length; ) {
    const start = at
    let code = path.charCodeAt(at)
    const isNegative = code === MINUS
    if (isNegative) code = path.charCodeAt(++at)
    let digits = 0
    let value = 0
    for (; code >= ZERO && code <= NINE; code = path.charCodeAt(++at), digits++)
      value = value * 10 + code - ZERO
    if (code === DOT) {
      code = path.charCodeAt(++at)
      for (let scale = 0.1; code >= ZERO && code <= NINE; code = path.charCodeAt(++at), digits++, scale /= 10)
        value += (code - ZERO) * scale
    }
    if (digits === 0) {
      at = start + 1
      continue
    }
    if (isNegative) value = -value
    if (code === SMALL_E) {
      at++
      while (path.charCodeAt(at) === MINUS || (path.charCodeAt(at) >= ZERO && path.charCodeAt(at) <= NINE))
        at++
      value = Number(path.slice(start, at))
    }
    if (isX) x = value
    else take(x, value)
    isX = !isX
  }
}
