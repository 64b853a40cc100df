import { openPaper, PAPER, type PaperPicture } from "./paper.ts"
import { fitted } from "./paper-text.ts"
import { type RgbPicture, rgbOnGrey } from "./small-picture.ts"

/** A sheet on a contact sheet: its picture as a PNG, and the lines below it, the first line bold. */
export type ContactPicture = { png: Uint8Array | null; lines: readonly string[] }

const ACROSS = 3
const DOWN = 2
const GAP_PT = 16
const HEAD_PT = 34
const CAPTION_PT = 62
/** A grey between white and black ink, so that both can be seen on it. */
const GREY = 200

const cellWidth = (PAPER.width - 2 * PAPER.margin - (ACROSS - 1) * GAP_PT) / ACROSS
const cellHeight = (PAPER.height - 2 * PAPER.margin - HEAD_PT - (DOWN - 1) * GAP_PT) / DOWN

/** Returns small pictures of sheets, six a page; holds one picture at a time. */
export async function* contactPaper(
  about: { title: string; createdAtMs: number | null },
  sheets: AsyncIterable<ContactPicture>,
): AsyncGenerator<Uint8Array> {
  const paper = openPaper(about)
  yield paper.begin()
  let place = 0
  for await (const { png, lines } of sheets) {
    if (place === ACROSS * DOWN) {
      yield paper.endPage()
      place = 0
    }
    if (place === 0) {
      const title = fitted(about.title, PAPER.width - 2 * PAPER.margin, 14)
      paper.text(PAPER.margin, PAPER.margin + 12, title, "bold", 14)
    }
    const x = PAPER.margin + (place % ACROSS) * (cellWidth + GAP_PT)
    const y = PAPER.margin + HEAD_PT + Math.floor(place / ACROSS) * (cellHeight + GAP_PT)
    const rgb = png && readPicture(png)
    if (rgb) {
      const { picture, bytes } = paper.addPicture(rgb.rgb, rgb.widthPx, rgb.heightPx)
      yield bytes
      paper.picture(x, y, ...sizeOf(picture), picture)
    } else paper.box(x, y, cellWidth, cellHeight - CAPTION_PT)
    lines.forEach((line, i) => {
      const at = y + cellHeight - CAPTION_PT + 13 + i * 11
      paper.text(x, at, fitted(line, cellWidth, 8.5), i === 0 ? "bold" : "regular", 8.5)
    })
    place++
  }
  yield paper.endPage()
  yield paper.end()
}

function readPicture(png: Uint8Array): RgbPicture | null {
  try {
    return rgbOnGrey(png, GREY)
  } catch {
    // A damaged picture leaves its frame empty; the files matter.
    return null
  }
}

/** Returns a picture's size, as large as its cell allows. */
function sizeOf({ widthPx, heightPx }: PaperPicture): [width: number, height: number] {
  const scale = Math.min(cellWidth / widthPx, (cellHeight - CAPTION_PT) / heightPx)
  return [widthPx * scale, heightPx * scale]
}
