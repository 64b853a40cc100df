/** The host's part for the text engine. */
export type TextHost = {
  /** The compiled sheet/kernel/build/harfbuzz.wasm, which counts its work (local/meter-wasm.ts). */
  shaper: WebAssembly.Module
  /** The compiled sheet/kernel/build/pen.wasm. */
  pen: WebAssembly.Module
}

/** The exports of HarfBuzz. Objects are pointers into its memory. */
type ShaperCalls = {
  memory: WebAssembly.Memory
  work: { value: bigint }
  __indirect_function_table: WebAssembly.Table
  __wasm_call_ctors(): void
  malloc(bytes: number): number
  free(pointer: number): void
  hb_blob_create(bytes: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_get_upem(face: number): number
  hb_font_create(face: number): number
  hb_font_destroy(font: number): void
  hb_font_get_nominal_glyph(font: number, codePoint: number, result: number): number
  hb_font_draw_glyph_or_fail(font: number, glyph: number, pens: number, page: number): number
  hb_ot_metrics_get_position_with_fallback(font: number, tag: number, result: number): void
  hb_buffer_create(): number
  hb_buffer_destroy(buffer: number): void
  hb_buffer_add_utf16(buffer: number, text: number, length: number, from: number, count: number): void
  hb_buffer_set_direction(buffer: number, direction: number): void
  hb_buffer_guess_segment_properties(buffer: number): void
  hb_buffer_get_glyph_infos(buffer: number, length: number): number
  hb_buffer_get_glyph_positions(buffer: number, length: number): number
  hb_shape(font: number, buffer: number, features: number, count: number): void
  hb_draw_funcs_create(): number
  hb_draw_funcs_set_move_to_func(pens: number, pen: number, user: number, destroy: number): void
  hb_draw_funcs_set_line_to_func(pens: number, pen: number, user: number, destroy: number): void
  hb_draw_funcs_set_quadratic_to_func(pens: number, pen: number, user: number, destroy: number): void
  hb_draw_funcs_set_cubic_to_func(pens: number, pen: number, user: number, destroy: number): void
  hb_draw_funcs_set_close_path_func(pens: number, pen: number, user: number, destroy: number): void
}

/** The exports of sheet/kernel/pen.as.ts. */
type PenCalls = {
  memory: WebAssembly.Memory
  heapBase(): number
  moveTo: unknown
  lineTo: unknown
  quadraticTo: unknown
  cubicTo: unknown
  close: unknown
}

/** The most strokes of one letter; those of a face worn by scratches have some thousands. */
const MAX_STROKES = 60_000
export const RECORD_FLOATS = 7
const PAGE_BYTES = 65_536

export type OpenShaper = {
  calls: ShaperCalls
  /** HarfBuzz's pointer to the pen's functions. */
  pens: number
  /** The pen's page of strokes: its address and its memory. */
  page: number
  penMemory: WebAssembly.Memory
}

/** Starts an instance of each module. Takes less than a millisecond. */
export function openCalls({ shaper, pen }: TextHost, maxWork: number): OpenShaper {
  const stopped = (what: string) => () => {
    throw new WebAssembly.RuntimeError(`the shaper stopped: ${what}`)
  }
  const imports = {
    env: {
      _emscripten_runtime_keepalive_clear: () => undefined,
      _abort_js: stopped("abort"),
      _setitimer_js: stopped("timer"),
      emscripten_resize_heap: (bytes: number) => grow(calls.memory, bytes >>> 0),
    },
    wasi_snapshot_preview1: { proc_exit: stopped("exit") },
  }
  // The exports of these modules; shaper.test.ts checks their shape by shaping.
  const calls = new WebAssembly.Instance(shaper, imports).exports as unknown as ShaperCalls
  const strokes = new WebAssembly.Instance(pen, {}).exports as unknown as PenCalls
  calls.work.value = BigInt(maxWork)
  calls.__wasm_call_ctors()
  const page = strokes.heapBase()
  grow(strokes.memory, page + 8 + MAX_STROKES * RECORD_FLOATS * 4)
  new Uint32Array(strokes.memory.buffer, page, 2).set([0, MAX_STROKES])
  return { calls, pens: bindPens(calls, strokes), page, penMemory: strokes.memory }
}

/** Binds the pen's functions, which HarfBuzz calls by their place in its own table. */
function bindPens(calls: ShaperCalls, { moveTo, lineTo, quadraticTo, cubicTo, close }: PenCalls): number {
  const { __indirect_function_table: table } = calls
  const first = table.grow(5)
  for (const [i, pen] of [moveTo, lineTo, quadraticTo, cubicTo, close].entries()) table.set(first + i, pen)
  const pens = calls.hb_draw_funcs_create()
  calls.hb_draw_funcs_set_move_to_func(pens, first, 0, 0)
  calls.hb_draw_funcs_set_line_to_func(pens, first + 1, 0, 0)
  calls.hb_draw_funcs_set_quadratic_to_func(pens, first + 2, 0, 0)
  calls.hb_draw_funcs_set_cubic_to_func(pens, first + 3, 0, 0)
  calls.hb_draw_funcs_set_close_path_func(pens, first + 4, 0, 0)
  return pens
}

/** Grows the memory; returns 1, as HarfBuzz expects, if there is room now. */
function grow(memory: WebAssembly.Memory, bytes: number): number {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES)
  if (missing <= 0) return 1
  try {
    memory.grow(missing)
    return 1
  } catch {
    // The size exceeds the module's bound: HarfBuzz gives up its current step.
    return 0
  }
}
