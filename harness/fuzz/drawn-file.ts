import { libraryFontFile } from "../font-files.ts"
import { logoSvg } from "../logo-svg.ts"
import { madeOrderFile } from "./made-order-file.ts"
import { nastyText, pick } from "./nasty.ts"

type Random = () => number

const FILES: readonly ((random: Random) => string | Uint8Array)[] = [
  () => logoSvg(),
  () => "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>",
  () => "GIF89a",
  () => "\u0089PNG\r\n\u001a\n",
  () => "",
  () => "--x",
  nastyText,
  madeOrderFile,
  () => libraryFontFile("pacifico-400"),
]
const NAMES = ["a.png", "a.svg", "a.csv", "a.ttf"]

/** Draws a file as somebody might upload it: a drawing, a table, a font, or nothing of the kind. */
export function drawnFile(random: Random): { name: string; bytes: Uint8Array<ArrayBuffer> } {
  const bytes = pick(FILES, random)(random)
  return { name: pick(NAMES, random), bytes: new Uint8Array(Buffer.from(bytes)) }
}
