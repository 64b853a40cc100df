import { pdfKind } from "../../../contract/artwork/artwork-kind.ts"
import { pageUnit } from "../../../contract/length.ts"
import type { DrawnPdf, PdfTask } from "./pdf/draw-pdf-page.ts"

/** The time after which a page is given up: the largest take some seconds, and a hostile file any time. */
const DRAW_MAX_MS = 60_000

/** The refusal of a PDF, in words for the seller. */
export class PdfRefusal extends Error {
  override name = "PdfRefusal"
}

/** Returns whether a chosen file is a PDF; `refuseFile` has compared its name with its first bytes. */
export function isPdf(file: File): boolean {
  return file.name.toLowerCase().endsWith(`.${pdfKind.endings[0]}`)
}

/**
 * Returns a PDF's only page as a PNG of the same name. PDFium is loaded for it, in a thread that ends with it. Throws a
 * PdfRefusal where it cannot be drawn.
 */
export async function pictureOfPdf(file: File, signal: AbortSignal): Promise<File> {
  const thread = new Worker(new URL("./pdf/pdf.worker.ts", import.meta.url), { type: "module" })
  const tooLong = AbortSignal.timeout(DRAW_MAX_MS)
  try {
    const answer = await new Promise<DrawnPdf>((resolve, reject) => {
      thread.onmessage = ({ data }: MessageEvent<DrawnPdf>) => resolve(data)
      thread.onerror = () =>
        reject(
          new PdfRefusal(
            "This PDF cannot be drawn here. Export it as PNG at 300 pixels an inch and upload that.",
          ),
        )
      tooLong.onabort = () =>
        reject(
          new PdfRefusal(
            "This PDF takes too long to draw. Export it as PNG at 300 pixels an inch and upload that.",
          ),
        )
      signal.addEventListener("abort", () => reject(signal.reason))
      thread.postMessage({ file, unit: pageUnit() } satisfies PdfTask)
    })
    if (answer.kind === "refused") throw new PdfRefusal(answer.words)
    return new File([answer.png], `${file.name.replace(/\.[^.]*$/, "")}.png`, { type: "image/png" })
  } finally {
    thread.terminate()
  }
}
