import zlib from "node:zlib"
import { ArtworkError, type Inflater, type RasterHost } from "../../sheet/raster/types.ts"

/** The zlib half of a RasterHost, the same in the Worker (nodejs_compat), the tests and the command line. */
export const rasterZlib: Pick<RasterHost, "openInflate" | "deflateRaw" | "crc32"> = {
  openInflate: () => openDirectInflate() ?? openStreamInflate(),
  deflateRaw,
  crc32: (bytes, crc) => zlib.crc32(bytes, crc),
}

const OUTPUT_BYTES = 64 * 1024
const DEFLATE_LEVEL = 6

/**
 * node:zlib's native handle, used without its stream: synchronous, and five times faster than DecompressionStream. It is
 * private, so its shape is checked before it is trusted, and the public stream stands behind it.
 */
type DirectHandle = {
  writeSync(
    flush: number,
    input: Uint8Array,
    inputOffset: number,
    inputLength: number,
    output: Uint8Array,
    outputOffset: number,
    outputLength: number,
  ): void
  reset(): void
  /** Node's way to report an error: a property it calls. */
  onerror?: (...details: unknown[]) => void
  /** The Workers runtime's way. */
  setErrorHandler?: (handler: (...details: unknown[]) => void) => void
}

let isDirectUsable: boolean | undefined

function openDirectInflate(): Inflater | undefined {
  isDirectUsable ??= proveDirect()
  return isDirectUsable ? directInflater() : undefined
}

/** Inflates a known stream, and a damaged one, to see that the handle does what we believe. */
function proveDirect(): boolean {
  try {
    const plain = new Uint8Array(300).map((_, i) => i % 7)
    const packed = new Uint8Array(zlib.deflateSync(plain))
    const got: number[] = []
    const inflater = directInflater()
    inflater.push(packed, (bytes) => got.push(...bytes))
    inflater.reset?.()
    packed[packed.length - 1] ^= 1
    let isRefused = false
    try {
      inflater.push(packed, () => undefined)
    } catch (error) {
      isRefused = error instanceof ArtworkError
    }
    inflater.close()
    return isRefused && got.length === plain.length && plain.every((byte, i) => byte === got[i])
  } catch {
    // Another shape than expected: the public stream is used instead.
    return false
  }
}

/** A native inflater with its output buffer and the message of its last failure. */
type DirectCore = {
  handle: DirectHandle
  state: Uint32Array
  output: Uint8Array
  failure: string | undefined
}

/** Kept for the next stream, seven for the passes of an interlaced PNG: each is 110 KB that would wait for collection. */
const KEPT_CORES = 8
const idleCores: DirectCore[] = []

function directInflater(): Inflater {
  let core: DirectCore | undefined = idleCores.pop() ?? openCore()
  const open = () => {
    if (!core) throw new Error("an inflater was used after it was closed")
    return core
  }
  return {
    push(bytes, emit) {
      const used = open()
      const { handle, state, output } = used
      let left = bytes.length
      for (;;) {
        handle.writeSync(zlib.constants.Z_NO_FLUSH, bytes, bytes.length - left, left, output, 0, OUTPUT_BYTES)
        if (used.failure !== undefined) throw damaged(used.failure)
        const [outputLeft, inputLeft] = state
        if (outputLeft < OUTPUT_BYTES) emit(output.subarray(0, OUTPUT_BYTES - outputLeft))
        const hasStalled = outputLeft === OUTPUT_BYTES && inputLeft === left
        left = inputLeft
        if (hasStalled || (left === 0 && outputLeft > 0)) return
      }
    },
    reset() {
      resetCore(open())
    },
    close() {
      if (!core) return
      resetCore(core)
      if (idleCores.length < KEPT_CORES) idleCores.push(core)
      core = undefined
    },
  }
}

function resetCore(core: DirectCore): void {
  core.failure = undefined
  core.handle.reset()
}

function openCore(): DirectCore {
  const stream = zlib.createInflate({ chunkSize: zlib.constants.Z_MIN_CHUNK }) as unknown as {
    _handle: DirectHandle
    _writeState: Uint32Array
  }
  const core: DirectCore = {
    handle: stream._handle,
    state: stream._writeState,
    output: new Uint8Array(OUTPUT_BYTES),
    failure: undefined,
  }
  // Message, number and "Z_…" code come in different orders.
  const fail = (...details: unknown[]) => {
    const message = details.find((detail) => typeof detail === "string" && !detail.startsWith("Z_"))
    core.failure = String(message ?? "error")
  }
  if (core.handle.setErrorHandler) core.handle.setErrorHandler(fail)
  else core.handle.onerror = fail
  return core
}

/** The public stream: right everywhere, slower, and asynchronous. */
export function openStreamInflate(): Inflater {
  const stream = zlib.createInflate({ chunkSize: OUTPUT_BYTES })
  let failure: Error | undefined
  let emitTo: ((bytes: Uint8Array) => void) | undefined
  let reject: ((error: Error) => void) | undefined
  stream.on("error", (error: Error) => {
    failure = damaged(error.message)
    reject?.(failure)
  })
  stream.on("data", (bytes: Uint8Array) => {
    try {
      emitTo?.(bytes)
    } catch (error) {
      failure = error as Error
      reject?.(failure)
    }
  })
  return {
    push(bytes, emit) {
      if (failure) return Promise.reject(failure)
      emitTo = emit
      return new Promise<void>((resolve, refuse) => {
        reject = refuse
        // The callback runs once the bytes are consumed; what they inflated to has been read by then.
        stream.write(bytes, () => setImmediate(() => (failure ? refuse(failure) : resolve())))
      })
    },
    close() {
      stream.destroy()
    },
  }
}

function deflateRaw(bytes: Uint8Array, isLast: boolean): Uint8Array {
  const { Z_FINISH, Z_SYNC_FLUSH } = zlib.constants
  return zlib.deflateRawSync(bytes, {
    level: DEFLATE_LEVEL,
    memLevel: 9,
    finishFlush: isLast ? Z_FINISH : Z_SYNC_FLUSH,
  })
}

function damaged(detail: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `The picture's data is damaged (${detail}). Export the file again from your design program and upload it anew.`,
  )
}
