/**
 * One instance of @resvg/resvg-wasm, bound by hand. The package's own binding starts only once per
 * isolate: its memory only grows, and after a trap it can draw nothing more. An instance here can
 * be thrown away. Imports are matched by name without the trailing hash, which changes with each
 * build. The module is the metered one (local/meter-wasm.ts): it traps when its work is used up
 * or its memory cannot grow.
 */
export type ResvgInstance = {
  /** Gives units of work for the following calls together. */
  giveWork(units: number): void
  /** The remaining units; below zero after a trap for lack of them. */
  readonly workLeft: number
  /** Draws; throws if it cannot. A WebAssembly.RuntimeError is a trap: the instance is unusable. */
  render(svg: string, options: string, fonts: Uint8Array[]): Drawing
  /** Returns the drawing as the renderer understands it, as SVG. */
  simplify(svg: string, options: string, fonts: Uint8Array[]): string
  readonly memoryBytes: number
}

/** The drawing's pixels are premultiplied RGBA8, as in the renderer. */
type Drawing = { widthPx: number; heightPx: number; pixels: Uint8Array }

type Calls = {
  memory: WebAssembly.Memory
  work: { value: bigint }
  resvg_new(result: number, svg: number, options: number, optionsLength: number, fonts: number): void
  resvg_render(result: number, resvg: number): void
  resvg_toString(result: number, resvg: number): void
  renderedimage_width(image: number): number
  renderedimage_height(image: number): number
  renderedimage_pixels(image: number): number
  __wbg_resvg_free(resvg: number): void
  __wbg_renderedimage_free(image: number): void
  __wbindgen_malloc(bytes: number, align: number): number
  __wbindgen_free(pointer: number, bytes: number, align: number): void
  __wbindgen_add_to_stack_pointer(by: number): number
}

const RESULT_BYTES = 16

export function openResvg(module: WebAssembly.Module): ResvgInstance {
  const handles = new HandleTable()
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const bytes = (pointer: number, length: number) =>
    new Uint8Array(calls.memory.buffer, pointer >>> 0, length)
  const passText = (text: string) => {
    const encoded = encoder.encode(text)
    const pointer = calls.__wbindgen_malloc(encoded.length, 1) >>> 0
    bytes(pointer, encoded.length).set(encoded)
    return { pointer, length: encoded.length }
  }
  const imports = importsOf({
    handles,
    memory: () => calls.memory,
    readText: (pointer, length) => decoder.decode(bytes(pointer, length)),
    passText,
  })
  const names = WebAssembly.Module.imports(module)
  const bound = Object.fromEntries(names.map(({ name }) => [name, pickImport(imports, name)]))
  // The exports of this package; resvg-instance.test.ts checks their shape by drawing.
  const calls = new WebAssembly.Instance(module, { wbg: bound }).exports as unknown as Calls

  /** Runs a call that returns three numbers through memory. */
  const callForNumbers = (call: (result: number) => void): Int32Array => {
    const result = calls.__wbindgen_add_to_stack_pointer(-RESULT_BYTES)
    try {
      call(result)
      return new Int32Array(calls.memory.buffer, result, 3).slice()
    } finally {
      calls.__wbindgen_add_to_stack_pointer(RESULT_BYTES)
    }
  }
  const callForPair = (call: (result: number) => void): [number, number] => {
    const [first, second] = callForNumbers(call)
    return [first, second]
  }
  /** Runs a call that returns a pointer, or an error by handle. */
  const callForPointer = (call: (result: number) => void): number => {
    const [pointer, error, isError] = callForNumbers(call)
    if (isError !== 0) throw asError(handles.take(error))
    return pointer
  }
  const openDrawing = (svg: string, options: string, fonts: Uint8Array[]): number => {
    const { pointer, length } = passText(options)
    const fontHandle = fonts.length === 0 ? 0 : handles.add(fonts)
    return callForPointer((result) => calls.resvg_new(result, handles.add(svg), pointer, length, fontHandle))
  }

  return {
    giveWork(units) {
      calls.work.value = BigInt(units)
    },
    get workLeft() {
      return Number(calls.work.value)
    },
    get memoryBytes() {
      return calls.memory.buffer.byteLength
    },
    simplify(svg, options, fonts) {
      const resvg = openDrawing(svg, options, fonts)
      const [pointer, length] = callForPair((result) => calls.resvg_toString(result, resvg))
      const text = decoder.decode(bytes(pointer, length))
      calls.__wbindgen_free(pointer, length, 1)
      calls.__wbg_resvg_free(resvg)
      return text
    },
    render(svg, options, fonts) {
      const resvg = openDrawing(svg, options, fonts)
      const image = callForPointer((result) => calls.resvg_render(result, resvg))
      const pixels = handles.take(calls.renderedimage_pixels(image))
      const widthPx = calls.renderedimage_width(image)
      const heightPx = calls.renderedimage_height(image)
      calls.__wbg_renderedimage_free(image)
      calls.__wbg_resvg_free(resvg)
      if (!(pixels instanceof Uint8Array)) throw new Error("the SVG renderer returned no pixels")
      return { widthPx, heightPx, pixels }
    },
  }
}

/** The JavaScript values that WebAssembly names by number; 0 is undefined. */
class HandleTable {
  readonly #values = new Map<number, unknown>()
  #next = 1

  add(value: unknown): number {
    const handle = this.#next++
    this.#values.set(handle, value)
    return handle
  }

  get(handle: number): unknown {
    return this.#values.get(handle)
  }

  take(handle: number): unknown {
    const value = this.#values.get(handle)
    this.#values.delete(handle)
    return value
  }
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value))
}

type Environment = {
  handles: HandleTable
  memory: () => WebAssembly.Memory
  readText: (pointer: number, length: number) => string
  passText: (text: string) => { pointer: number; length: number }
}

type Import = (...numbers: number[]) => number | undefined

/** Returns the renderer's imports: bytes, strings, and the list of font buffers. */
function importsOf({ handles, memory, readText, passText }: Environment): Record<string, Import> {
  const array = (handle: number) => {
    const value = handles.get(handle)
    if (!(value instanceof Uint8Array)) throw new Error("the SVG renderer expected bytes")
    return value
  }
  return {
    __wbindgen_memory: () => handles.add(memory()),
    __wbindgen_object_drop_ref: (handle) => {
      handles.take(handle)
      return undefined
    },
    __wbindgen_throw: (pointer, length) => {
      throw new Error(readText(pointer, length))
    },
    __wbindgen_string_new: (pointer, length) => handles.add(readText(pointer, length)),
    __wbindgen_string_get: (result, handle) => {
      const value = handles.get(handle)
      const { pointer, length } = typeof value === "string" ? passText(value) : { pointer: 0, length: 0 }
      new Int32Array(memory().buffer, result, 2).set([pointer, length])
      return undefined
    },
    // Three constructors share this name and differ in their number of arguments.
    __wbg_new: (...numbers) => {
      if (numbers.length === 2) return handles.add(new Error(readText(numbers[0], numbers[1])))
      if (numbers.length === 1) return handles.add(copyOf(handles.get(numbers[0]), memory()))
      return handles.add([])
    },
    __wbg_push: (list, value) => {
      const target = handles.get(list)
      return Array.isArray(target) ? target.push(handles.get(value)) : undefined
    },
    __wbg_buffer: () => handles.add(memory().buffer),
    __wbg_newwithbyteoffsetandlength: (_, from, length) =>
      handles.add(new Uint8Array(memory().buffer, from >>> 0, length >>> 0)),
    __wbg_instanceof_Uint8Array: (handle) => Number(handles.get(handle) instanceof Uint8Array),
    __wbg_length: (handle) => array(handle).length,
    __wbg_set: (target, source, at) => {
      bytesOf(handles.get(target), memory()).set(array(source), at >>> 0)
      return undefined
    },
    __wbg_values: (handle) => {
      const list = handles.get(handle)
      return handles.add(Array.isArray(list) ? list.values() : [].values())
    },
    __wbg_next: (handle) => handles.add(nextOf(handles.get(handle))),
    __wbg_done: (handle) => Number(resultOf(handles.get(handle)).done === true),
    __wbg_value: (handle) => handles.add(resultOf(handles.get(handle)).value),
  }
}

/** Returns the bytes of a typed array, or of the whole memory, which the renderer also asks for. */
function bytesOf(value: unknown, memory: WebAssembly.Memory): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(memory.buffer)
}

function copyOf(value: unknown, memory: WebAssembly.Memory): Uint8Array {
  return value instanceof Uint8Array ? value.slice() : new Uint8Array(memory.buffer)
}

function nextOf(iterator: unknown): IteratorResult<unknown> {
  if (typeof iterator !== "object" || iterator === null || !("next" in iterator))
    throw new Error("the SVG renderer expected an iterator")
  return (iterator as Iterator<unknown>).next()
}

function resultOf(value: unknown): IteratorResult<unknown> {
  return value as IteratorResult<unknown>
}

function pickImport(imports: Record<string, Import>, name: string): Import {
  const implementation = imports[name] ?? imports[name.replace(/_[0-9a-f]{16}$/, "")]
  if (implementation === undefined) throw new Error(`the SVG renderer asks for ${name}, which is not bound`)
  return implementation
}
