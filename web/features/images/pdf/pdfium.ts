import { growTo, type OutsideCall, startBare } from "../../../../sheet/raster/bare-instance.ts"

/** The exports of PDFium (@hyzyla/pdfium). Documents, pages and bitmaps are pointers into its memory; 0 is none. */
type PdfiumCalls = {
  memory: WebAssembly.Memory
  __indirect_function_table: WebAssembly.Table
  __wasm_call_ctors(): void
  emscripten_stack_init(): void
  emscripten_stack_get_current(): number
  _emscripten_stack_restore(pointer: number): void
  setThrew(isThrown: number, value: number): void
  malloc(bytes: number): number
  FPDF_InitLibrary(): void
  FPDF_LoadMemDocument64(bytes: number, length: number, password: number): number
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_LoadPage(document: number, index: number): number
  FPDF_GetPageWidthF(page: number): number
  FPDF_GetPageHeightF(page: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, bytes: number, stride: number): number
  FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    colour: number,
  ): void
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    turns: number,
    flags: number,
  ): void
}

/** The most memory: a page's pictures are held whole, and a file may claim pictures of any size. */
const MAX_MEMORY_BYTES = 1 << 30

/** PDFium's error for a file that asks for a password (fpdfview.h, FPDF_ERR_PASSWORD). */
const PASSWORD_ERROR = 4
/** Pixels of four bytes with alpha, and the flags that draw annotations and put red first. */
const BGRA = 4
const DRAW_FLAGS = 0x01 | 0x10

export type OpenedPdf =
  | { kind: "locked" }
  | { kind: "damaged" }
  | { kind: "open"; pages: number; openPage(): PdfPage | null }

/** The first page; a point is 1/72 in. */
type PdfPage = {
  widthPoints: number
  heightPoints: number
  /**
   * Draws rows of the page on clear ground, as straight RGBA8, as if it were drawn whole at that size. The pixels are
   * valid until the next call; null if there is no memory for them.
   */
  draw(size: { widthPx: number; heightPx: number }, fromRow: number, rows: number): Uint8Array | null
}

/** Opens a PDF in an instance of its own. `module` is the package's pdfium.wasm. */
export function openPdf(module: WebAssembly.Module, bytes: Uint8Array): OpenedPdf {
  const calls = openCalls(module)
  calls.FPDF_InitLibrary()
  const file = calls.malloc(bytes.length)
  if (file === 0) return { kind: "damaged" }
  new Uint8Array(calls.memory.buffer, file, bytes.length).set(bytes)
  const document = calls.FPDF_LoadMemDocument64(file, bytes.length, 0)
  if (document === 0) return { kind: calls.FPDF_GetLastError() === PASSWORD_ERROR ? "locked" : "damaged" }
  const pages = calls.FPDF_GetPageCount(document)
  return { kind: "open", pages, openPage: () => openPage(calls, document) }
}

function openPage(calls: PdfiumCalls, document: number): PdfPage | null {
  const page = calls.FPDF_LoadPage(document, 0)
  if (page === 0) return null
  let held = { bytes: 0, pixels: 0 }
  return {
    widthPoints: calls.FPDF_GetPageWidthF(page),
    heightPoints: calls.FPDF_GetPageHeightF(page),
    draw({ widthPx, heightPx }, fromRow, rows) {
      const stride = widthPx * 4
      const bytes = stride * rows
      if (held.bytes < bytes) held = { bytes, pixels: calls.malloc(bytes) }
      if (held.pixels === 0) return null
      const bitmap = calls.FPDFBitmap_CreateEx(widthPx, rows, BGRA, held.pixels, stride)
      if (bitmap === 0) return null
      calls.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, rows, 0)
      calls.FPDF_RenderPageBitmap(bitmap, page, 0, -fromRow, widthPx, heightPx, 0, DRAW_FLAGS)
      return new Uint8Array(calls.memory.buffer, held.pixels, bytes)
    },
  }
}

/** The jump of C's longjmp, which PDFium's readers of pictures take where one is damaged. */
const LONG_JUMP = Symbol("longjmp")

/** Starts an instance with nothing of the world outside: no files, no clock, no environment. */
function openCalls(module: WebAssembly.Module): PdfiumCalls {
  const own: Record<string, OutsideCall> = {
    // PDFium leaves out what it has no memory for.
    emscripten_resize_heap: (bytes) =>
      bytes >>> 0 > MAX_MEMORY_BYTES ? 0 : growTo(calls.memory, bytes >>> 0),
    emscripten_date_now: () => 0,
    _emscripten_throw_longjmp() {
      throw LONG_JUMP
    },
    environ_sizes_get(count, size) {
      const view = new DataView(calls.memory.buffer)
      view.setUint32(count, 0, true)
      view.setUint32(size, 0, true)
      return 0
    },
    environ_get: () => 0,
    _abort_js() {
      throw new WebAssembly.RuntimeError("PDFium gave up")
    },
  }
  /** Calls what may jump back over the callers between: setjmp's side of LONG_JUMP. */
  const invoke: OutsideCall = (at, ...numbers) => {
    const stack = calls.emscripten_stack_get_current()
    try {
      return calls.__indirect_function_table.get(at)?.(...numbers)
    } catch (error) {
      calls._emscripten_stack_restore(stack)
      if (error !== LONG_JUMP) throw error
      calls.setThrew(1, 0)
      return undefined
    }
  }
  // Any other asks for files or times, of which there are none.
  const stub = (name: string) => (name.startsWith("invoke_") ? invoke : () => -1)
  // The exports of this package; the test that compares pages with MuPDF checks their shape by drawing.
  const calls = startBare(module, own, stub) as unknown as PdfiumCalls
  calls.emscripten_stack_init()
  calls.__wasm_call_ctors()
  return calls
}
