import type { Context } from "hono"
import { ApiError } from "../../contract/error.ts"
import { MIB } from "../../contract/limit.ts"
import { type ImportMapping, importMappingSchema, MAX_IMPORT_BYTES } from "../../contract/order-import.ts"
import type { AppEnv } from "../app-env.ts"
import { boundaryOf, type MultipartPart, readMultipart } from "../files/multipart.ts"
import { enterUploads, PARTS_BYTES } from "../files/upload-room.ts"
import { asRefusal } from "./receive-upload.ts"
import { validated } from "./valid.ts"

/** The fields that we know, and a few that we drop. */
const MAX_PARTS = 20
/** Seventeen columns, each named in full. */
const MAX_FIELD_BYTES = 20_000

export type OrderFileForm = { bytes: Uint8Array; mapping: ImportMapping | null; isDryRun: boolean }

/**
 * Receives a file of orders with its form, and has `use` work with it. Meanwhile it holds all of
 * the uploads' memory: what is read of a file takes several times its bytes.
 */
export async function withOrderFile<T>(
  c: Context<AppEnv>,
  use: (form: OrderFileForm) => Promise<T>,
): Promise<T> {
  const boundary = boundaryOf(c.req.header("content-type"))
  if (boundary === null || c.req.raw.body === null)
    throw new ApiError("unsupported-type", "The file is sent as multipart/form-data")
  const room = await enterUploads(c.var.user.id)
  try {
    await room.take(PARTS_BYTES)
    return await use(await readForm(c.req.raw.body, boundary, () => room.pulse()))
  } catch (error) {
    throw asRefusal(error)
  } finally {
    room.leave()
  }
}

async function readForm(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  pulse: () => void,
): Promise<OrderFileForm> {
  let bytes: Uint8Array | null = null
  let mapping: ImportMapping | null = null
  let isDryRun = false
  let parts = 0
  for await (const part of readMultipart(body, boundary)) {
    if (++parts > MAX_PARTS) throw new ApiError("validation-failed", "The upload has too many parts")
    if (part.name === "file" && part.fileName !== "") {
      if (bytes !== null) throw new ApiError("validation-failed", "Import one file at a time")
      bytes = await readWhole(part, MAX_IMPORT_BYTES)
    } else if (part.name === "mapping") mapping = mappingOf(await readText(part))
    else if (part.name === "dryRun") isDryRun = /^(true|1)$/i.test(await readText(part))
    pulse()
  }
  if (bytes === null) throw new ApiError("validation-failed", "Choose a file")
  if (bytes.length === 0) throw new ApiError("unprocessable", "This file is empty")
  return { bytes, mapping, isDryRun }
}

async function readText(part: MultipartPart): Promise<string> {
  return new TextDecoder().decode(await readWhole(part, MAX_FIELD_BYTES)).trim()
}

function mappingOf(text: string): ImportMapping | null {
  if (text === "") return null
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new ApiError("validation-failed", "The mapping is not valid JSON")
  }
  return validated(importMappingSchema, given)
}

async function readWhole(part: MultipartPart, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of part.body) {
    length += chunk.length
    if (length > mostBytes) {
      const most = mostBytes >= MIB ? `${mostBytes / MIB} MB` : `${mostBytes} bytes`
      throw new ApiError("too-large", `“${(part.fileName || part.name).slice(0, 80)}” is larger than ${most}`)
    }
    // A chunk is valid until the next one is read; a Buffer's own slice would not copy it.
    chunks.push(new Uint8Array(chunk))
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
