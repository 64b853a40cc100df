/** The values of a tone curve for the 256 codes of a byte, 0–1. */
export type ToneCurve = Float64Array

const CODES = 256

/**
 * Reads a curveType or parametricCurveType tag (ICC.1:2010 10.5 and 10.15) and evaluates it for
 * each code. Null for other types and for tags that are cut short.
 */
export function parseToneCurve(tag: DataView): ToneCurve | null {
  if (tag.byteLength < 12) return null
  const type = tag.getUint32(0)
  if (type === 0x63757276) return sampledCurve(tag)
  if (type === 0x70617261) return parametricCurve(tag)
  return null
}

function tabulate(curve: (x: number) => number): ToneCurve {
  return Float64Array.from({ length: CODES }, (_, code) => {
    const value = curve(code / (CODES - 1))
    return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
  })
}

function sampledCurve(tag: DataView): ToneCurve | null {
  const count = tag.getUint32(8)
  if (count === 0) return tabulate((x) => x)
  if (12 + count * 2 > tag.byteLength) return null
  if (count === 1) {
    const gamma = tag.getUint16(12) / 256
    return tabulate((x) => x ** gamma)
  }
  return tabulate((x) => {
    const at = x * (count - 1)
    const low = Math.min(count - 2, Math.floor(at))
    const a = tag.getUint16(12 + low * 2)
    const b = tag.getUint16(14 + low * 2)
    return (a + (b - a) * (at - low)) / 65_535
  })
}

/** The number of parameters of function types 0 to 4, in the order g a b c d e f. */
const PARAMETER_COUNTS = [1, 3, 4, 5, 7]

function parametricCurve(tag: DataView): ToneCurve | null {
  const count = PARAMETER_COUNTS[tag.getUint16(8)]
  if (count === undefined || 12 + count * 4 > tag.byteLength) return null
  const [g, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from(
    { length: count },
    (_, i) => tag.getInt32(12 + i * 4) / 65_536,
  )
  // Types 1 and 2 switch at −b/a. Type 2 adds its fourth parameter to both branches.
  if (count === 1) return tabulate((x) => x ** g)
  if (count === 3) return tabulate((x) => (x >= -b / a ? (a * x + b) ** g : 0))
  if (count === 4) return tabulate((x) => (x >= -b / a ? (a * x + b) ** g + c : c))
  return tabulate((x) => (x >= d ? (a * x + b) ** g + e : c * x + f))
}
