import { Buffer } from "node:buffer"
import { HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { MAX_UPLOAD_BYTES } from "../../contract/limit.ts"
import { type FillingReader, readFilling } from "../../sheet/raster/byte-reader.ts"
import { within } from "../isolate/within.ts"

/** One part of a multipart/form-data body. Its unread bytes are skipped before the next part. */
export type MultipartPart = {
  name: string
  /** The name as sent, with the browser's escapes decoded; null for a plain field. */
  fileName: string | null
  /**
   * The part's bytes, which may be left half read; a new iteration goes on where the last one stopped.
   * A chunk is valid until the next one is requested.
   */
  body: AsyncIterable<Uint8Array>
}

/** The error of a body that does not match its content type, or ends too early. */
export class MultipartError extends Error {
  override name = "MultipartError"
}

/** The error of a caller that still seems connected but sends almost nothing. */
export class StalledError extends Error {
  override name = "StalledError"
}

/** The time that a body may take, and the call while it is silent. */
export type Pace = {
  /** The time per READ_BYTES, or for the remaining bytes. */
  stallMs: number
  /** The time for the whole body. */
  wholeMs: number
  /** Called after each `silenceMs` without bytes while the next ones are awaited. */
  silenceMs: number
  onSilence: () => Promise<void>
}

export const patientPace: Pace = {
  // A line of 9 kbit/s.
  stallMs: 120_000,
  // Objects without a row count as lost after a day, see jobs/objects/sweep-orphans.ts.
  wholeMs: 12 * HOUR_MS,
  silenceMs: 1_000,
  onSilence: async () => undefined,
}

/** Browsers send two header lines of about 200 bytes, plus 255 characters of up to 4 bytes. */
const MAX_HEADER_BYTES = 8 * 1024
/**
 * The bytes that are read and dropped after a refusal: the largest file possible. Closing a connection
 * over unread bytes resets it, and the caller sees a network failure in place of the reply.
 */
const MAX_DRAINED_BYTES = MAX_UPLOAD_BYTES
/** The time for dropping them, at 350 kB/s: a slower caller loses the reply, so that its place gets free. */
const MAX_DRAIN_MS = 5 * MINUTE_MS
/** Chunks of the runtime's own few KiB would cost several task switches each. */
export const READ_BYTES = 128 * 1024
/** The limit of RFC 2046, section 5.1.1. */
const MAX_BOUNDARY_CHARS = 70

/** Returns the boundary of a multipart/form-data content type, or null when it is something else. */
export function boundaryOf(contentType: string | undefined): string | null {
  const match = contentType?.match(/^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]+)"|([^\s;]+))/i)
  const boundary = match?.[1] ?? match?.[2] ?? null
  return boundary !== null && boundary.length <= MAX_BOUNDARY_CHARS ? boundary : null
}

/**
 * Reads a multipart/form-data body (RFC 7578) part by part as it arrives, and holds at most
 * READ_BYTES. If the caller stops, drops the rest. Throws a StalledError below the pace.
 */
export async function* readMultipart(
  stream: ReadableStream<Uint8Array>,
  boundary: string,
  pace: Pace = patientPace,
): AsyncGenerator<MultipartPart, void> {
  const input = openInput(stream, pace)
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1")
  try {
    // The first delimiter has no line break before it: add one.
    input.unread(Buffer.from("\r\n"))
    for await (const _preamble of readUntil(input, delimiter)) {
      // RFC 2046 allows any text before the first part; ignore it.
    }
    while (!(await isLastDelimiter(input))) {
      const { name, fileName } = parseHeader(await readHeader(input))
      const body = readUntil(input, delimiter)
      yield { name, fileName, body }
      for await (const _rest of body) {
        // Skip the rest of the part.
      }
    }
  } finally {
    await input.close()
  }
}

/** Reads a body that is one file as it arrives, in the same way. A chunk is valid until the next one is requested. */
export async function* readFile(
  stream: ReadableStream<Uint8Array>,
  pace: Pace,
): AsyncGenerator<Uint8Array, void> {
  const input = openInput(stream, pace)
  try {
    while (await input.fill()) yield input.take(READ_BYTES)
  } finally {
    await input.close()
  }
}

type Input = {
  /** Returns the bytes that have arrived and are not yet taken. */
  pending(): Buffer
  take(length: number): Buffer
  unread(bytes: Buffer): void
  /** Waits for more bytes; returns false at the end. */
  fill(): Promise<boolean>
  /** Waits for more bytes; throws at the end. */
  more(): Promise<void>
  close(): Promise<void>
}

function openInput(stream: ReadableStream<Uint8Array>, pace: Pace): Input {
  const reader = stream.getReader({ mode: "byob" }) as FillingReader
  const startMs = Date.now()
  let buffer = new ArrayBuffer(READ_BYTES)
  let pending: Buffer = Buffer.alloc(0)
  let isDone = false
  let isStalled = false

  /** Reads after the buffer's first `kept` bytes, and replaces it; returns how many came. */
  async function read(kept: number): Promise<number> {
    // If the caller goes away, the read fails: which means the same as an early end.
    const reading = readFilling(reader, new Uint8Array(buffer, kept)).catch(() => ({
      value: undefined,
      done: true,
    }))
    for (let silentMs = 0; ; ) {
      const answer = await within(pace.silenceMs, reading)
      if (answer !== "late") {
        isDone = answer.done
        if (answer.value) buffer = answer.value.buffer
        return answer.value?.length ?? 0
      }
      silentMs += pace.silenceMs
      isStalled = silentMs >= pace.stallMs || Date.now() - startMs > pace.wholeMs
      if (isStalled) throw new StalledError("the body does not keep the pace")
      await pace.onSilence()
    }
  }

  async function fill(): Promise<boolean> {
    const kept = pending.length
    new Uint8Array(buffer).set(pending)
    const fresh = await read(kept)
    if (fresh === 0) return false
    pending = Buffer.from(buffer, 0, kept + fresh)
    return true
  }

  return {
    fill,
    pending: () => pending,
    take(length) {
      const bytes = pending.subarray(0, length)
      pending = pending.subarray(length)
      return bytes
    },
    unread(bytes) {
      pending = Buffer.concat([bytes, pending])
    },
    async more() {
      if (!(await fill())) throw new MultipartError("The upload ended before it was complete")
    },
    async close() {
      const endMs = Date.now() + MAX_DRAIN_MS
      const isWorthIt = () => !isDone && !isStalled && Date.now() < endMs
      try {
        for (let drained = 0; isWorthIt() && drained < MAX_DRAINED_BYTES; ) drained += await read(0)
      } catch (error) {
        // The earlier refusal stays the answer.
        if (!(error instanceof StalledError)) throw error
      }
      // Not awaited: it settles only with the pending read.
      if (!isDone) void reader.cancel().catch(() => undefined)
    },
  }
}

/**
 * Returns everything up to the delimiter, which is taken too. Not a generator: leaving a loop over a
 * generator ends it, but unread bytes must still be skipped.
 */
function readUntil(input: Input, delimiter: Buffer): AsyncIterable<Uint8Array> {
  let isDone = false
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    while (!isDone) {
      const at = input.pending().indexOf(delimiter)
      if (at >= 0) {
        isDone = true
        const last = input.take(at)
        input.take(delimiter.length)
        if (last.length > 0) return { done: false, value: last }
        break
      }
      // The last bytes may begin a delimiter: keep them for the next chunk.
      const safe = input.pending().length - (delimiter.length - 1)
      if (safe > 0) return { done: false, value: input.take(safe) }
      await input.more()
    }
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

/** Reads what follows a delimiter: `--` ends the body; blanks and a line break begin another part. */
async function isLastDelimiter(input: Input): Promise<boolean> {
  while (input.pending().length < 2) await input.more()
  if (input.pending().toString("latin1", 0, 2) === "--") return true
  for (;;) {
    const at = input.pending().indexOf("\r\n")
    if (at >= 0) {
      if (
        input
          .take(at + 2)
          .toString("latin1")
          .trim() !== ""
      )
        break
      return false
    }
    if (input.pending().length > MAX_HEADER_BYTES) break
    await input.more()
  }
  throw new MultipartError("The upload is not well formed after a boundary")
}

/** Reads the header lines of a part; takes the empty line after them too. */
async function readHeader(input: Input): Promise<string> {
  for (;;) {
    const at = input.pending().indexOf("\r\n\r\n")
    if (at >= 0 && at <= MAX_HEADER_BYTES) {
      const header = input.take(at).toString("utf8")
      input.take(4)
      return header
    }
    if (at > MAX_HEADER_BYTES || input.pending().length > MAX_HEADER_BYTES + 4)
      throw new MultipartError(`The header of a part is longer than ${MAX_HEADER_BYTES} bytes`)
    await input.more()
  }
}

function parseHeader(header: string): { name: string; fileName: string | null } {
  const line = header.split("\r\n").find((candidate) => /^content-disposition\s*:/i.test(candidate))
  const name = line && parameterOf(line, "name")
  if (!line || name === undefined || !/:\s*form-data\s*(;|$)/i.test(line))
    throw new MultipartError("A part of the upload has no name")
  return { name, fileName: parameterOf(line, "filename") ?? null }
}

/** Returns a quoted parameter. Browsers write `"`, CR, LF as %22, %0D, %0A (HTML, multipart/form-data). */
function parameterOf(line: string, parameter: string): string | undefined {
  const match = line.match(new RegExp(`;\\s*${parameter}="((?:[^"\\\\]|\\\\.)*)"`, "i"))
  return match?.[1]
    .replace(/\\(["\\])/g, "$1")
    .replace(/%22/g, '"')
    .replace(/%0D/gi, "\r")
    .replace(/%0A/gi, "\n")
}
