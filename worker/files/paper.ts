import { createHash } from "node:crypto"
import { deflateSync } from "node:zlib"
import { infoOf } from "../../sheet/formats/pdf/metadata.ts"
import { decimal, type ObjectNumber, openPdfFile } from "../../sheet/formats/pdf/pdf-file.ts"
import { ascii } from "../../sheet/raster/file-bytes.ts"
import { type PaperFont, paperFonts, winAnsiOf } from "./paper-text.ts"

/** The area that A4 and Letter share, in points: it prints on both as it is. */
export const PAPER = { width: 595, height: 792, margin: 36 }

/** A picture in a file of pages. */
export type PaperPicture = { number: ObjectNumber; widthPx: number; heightPx: number }

/**
 * Pages to be printed on an office printer, as a PDF that is written from its beginning to its end.
 * Points are measured from the upper left corner. Every method that returns bytes returns those that
 * come next in the file.
 */
export type Paper = {
  begin(): Uint8Array
  /** Draws text on a baseline in one of the fonts that every reader has. */
  text(x: number, y: number, text: string, font?: PaperFont, size?: number): void
  line(x: number, y: number, width: number, grey?: number): void
  box(x: number, y: number, width: number, height: number): void
  /** Adds rows of RGB, three bytes a pixel. */
  addPicture(rgb: Uint8Array, widthPx: number, heightPx: number): { picture: PaperPicture; bytes: Uint8Array }
  picture(x: number, y: number, width: number, height: number, picture: PaperPicture): void
  endPage(): Uint8Array
  end(): Uint8Array
}

export function openPaper(about: { title: string; createdAtMs: number | null }): Paper {
  const file = openPdfFile()
  const pages: ObjectNumber[] = []
  const root = file.reserve()
  const tree = file.reserve()
  const fonts = Object.entries(paperFonts).map(([name, face]) => {
    const number = file.reserve()
    file.object(number, `<</Type/Font/Subtype/Type1/BaseFont/${face}/Encoding/WinAnsiEncoding>>`)
    return `/${name} ${number} 0 R`
  })
  let content: string[] = []
  let shown = new Set<ObjectNumber>()
  const down = (y: number) => decimal(PAPER.height - y)

  return {
    begin: file.begin,
    text(x, y, text, font = "regular", size = 9) {
      content.push(`BT /${font} ${decimal(size)} Tf ${decimal(x)} ${down(y)} Td <${winAnsiOf(text)}> Tj ET`)
    },
    line(x, y, width, grey = 0) {
      content.push(`${decimal(grey)} G 0.5 w ${decimal(x)} ${down(y)} m ${decimal(x + width)} ${down(y)} l S`)
    },
    box(x, y, width, height) {
      content.push(`0 G 0.75 w ${decimal(x)} ${down(y + height)} ${decimal(width)} ${decimal(height)} re S`)
    },
    addPicture(rgb, widthPx, heightPx) {
      const number = file.reserve()
      const entries = `/Type/XObject/Subtype/Image/Width ${widthPx}/Height ${heightPx}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode`
      return {
        picture: { number, widthPx, heightPx },
        bytes: file.stream(number, entries, deflateSync(rgb)),
      }
    },
    picture(x, y, width, height, { number }) {
      shown.add(number)
      content.push(
        `q ${decimal(width)} 0 0 ${decimal(height)} ${decimal(x)} ${down(y + height)} cm /P${number} Do Q`,
      )
    },
    endPage() {
      const [page, stream] = [file.reserve(), file.reserve()]
      pages.push(page)
      const pictures = [...shown].map((number) => `/P${number} ${number} 0 R`).join("")
      file.object(
        page,
        `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${PAPER.width} ${PAPER.height}]/Contents ${stream} 0 R/Resources<</Font<<${fonts.join("")}>>/XObject<<${pictures}>>>>>>`,
      )
      const bytes = file.stream(stream, "/Filter/FlateDecode", deflateSync(ascii(content.join("\n"))))
      content = []
      shown = new Set()
      return bytes
    },
    end() {
      const info = file.reserve()
      file.object(root, `<</Type/Catalog/Pages ${tree} 0 R>>`)
      const kids = pages.map((page) => `${page} 0 R`).join(" ")
      file.object(tree, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)
      file.object(info, infoOf(about))
      const id = createHash("sha256").update(JSON.stringify(about)).digest("hex").slice(0, 32)
      return file.end({ root, info, id }, deflateSync)
    },
  }
}
