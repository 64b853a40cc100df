import { openTextHost } from "../../cli/text-host.ts"
import { openTextEngine } from "../../sheet/text/open-font.ts"
import { lineInk, shapeLine } from "../../sheet/text/shape-line.ts"
import { setInChromium, type TextCase } from "./chromium-text.ts"

/** The differences between our setting of a text and Chromium's. */
export type TextDifference = TextCase & {
  /** The difference of the advance width, as a share of it. */
  share: number
  /** The largest difference of an edge of the ink, in pixels. */
  inkPx: number
}

/** The allowance for pixels that ink only touches: Chromium's box ends at whole pixels. */
const PIXEL = 1

/** Sets each text twice, with our engine and in Chromium. `fonts` are bytes by name. */
export async function compareTexts(
  fonts: ReadonlyMap<string, Uint8Array>,
  cases: readonly TextCase[],
): Promise<TextDifference[]> {
  const engine = openTextEngine(await openTextHost())
  const theirs = await setInChromium(fonts, cases)
  return cases.map((one, i) => {
    const bytes = fonts.get(one.fontFile)
    if (!bytes) throw new Error(`no bytes of ${one.fontFile}`)
    const font = engine.openFont(bytes)
    const line = shapeLine(font, one.text, 0)
    if (line.missing.length > 0) throw new Error(`${one.fontFile} lacks ${line.missing.join(" ")}`)
    const ink = lineInk(font, line)
    if (!ink) throw new Error(`${one.text} shows nothing`)
    const { advancePx, ink: seen } = theirs[i]
    const edges = [
      Math.floor(ink.left * one.sizePx) - seen.left,
      Math.floor(ink.top * one.sizePx) - seen.top,
      Math.ceil(ink.right * one.sizePx) - seen.right,
      Math.ceil(ink.bottom * one.sizePx) - seen.bottom,
    ]
    return {
      ...one,
      share: Math.abs(line.advance * one.sizePx - advancePx) / advancePx,
      inkPx: Math.max(...edges.map(Math.abs)),
    }
  })
}

/** Tells whether a difference is allowed: a thousandth of the width, and a pixel of ink. */
export function isAlike({ share, inkPx }: TextDifference): boolean {
  return share <= 0.001 && inkPx <= PIXEL
}
