import pdfiumUrl from "@hyzyla/pdfium/pdfium.wasm?url"
import { type DrawnPdf, drawPdfPage, type PdfTask } from "./draw-pdf-page.ts"

// Draws one file, off the page's thread, which ends this one when it has its answer or has waited long enough.
self.onmessage = async ({ data: { file, unit } }: MessageEvent<PdfTask>) => {
  const module = await WebAssembly.compileStreaming(fetch(pdfiumUrl))
  const answer: DrawnPdf = await drawPdfPage(module, new Uint8Array(await file.arrayBuffer()), unit)
  self.postMessage(answer)
}
