import { writeCutDxf } from "./cut-dxf.ts"
import type { CutLine, CutSheet } from "./cut-line.ts"
import { writeCutSvg } from "./cut-svg.ts"
import type { RegistrationMark } from "./registration-marks.ts"

/** The letters that are collected before they are handed out. */
const PIECE_LETTERS = 64 * 1024

const writers = { svg: writeCutSvg, dxf: writeCutDxf }

export type CutFileKind = keyof typeof writers

/**
 * Writes a cut line as a separate file, beside formats that hold pixels alone: pieces of some 64 KB,
 * however many lines there are. `name` is that of the ink or layer.
 */
export function* writeCutFile(
  kind: CutFileKind,
  line: CutLine,
  sheet: CutSheet,
  name: string,
  marks: readonly RegistrationMark[] = [],
): Generator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ""
  for (const part of writers[kind](line, sheet, name, marks)) {
    text += part
    if (text.length < PIECE_LETTERS) continue
    yield encoder.encode(text)
    text = ""
  }
  yield encoder.encode(text)
}
