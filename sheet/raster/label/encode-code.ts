import { correction, generate, mode } from "lean-qr"
import { CODE_DOTS } from "./code-dots.ts"

/** The QR version whose sides have CODE_DOTS. */
const VERSION = 3

/**
 * Encodes a text of digits, capitals and `$%*+-./:` as a QR code, with as much correction as fits. The
 * mask is fixed: readers take any, and trying all eight takes twenty times as long.
 */
export function encodeCode(text: string): Uint8Array | null {
  for (const level of [correction.Q, correction.M, correction.L]) {
    const code = tryEncode(text, level)
    if (code !== null) return code
  }
  return null
}

function tryEncode(text: string, level: (typeof correction)[keyof typeof correction]): Uint8Array | null {
  let code: ReturnType<typeof generate>
  try {
    code = generate(mode.alphaNumeric(text), {
      minVersion: VERSION,
      maxVersion: VERSION,
      minCorrectionLevel: level,
      maxCorrectionLevel: level,
      mask: 0,
    })
  } catch {
    // The library throws for one reason only: the text does not fit.
    return null
  }
  return Uint8Array.from({ length: CODE_DOTS * CODE_DOTS }, (_, at) =>
    code.get(at % CODE_DOTS, Math.floor(at / CODE_DOTS)) ? 1 : 0,
  )
}
