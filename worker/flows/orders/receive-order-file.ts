import type { Context } from "hono"
import { ApiError } from "../../../contract/error.ts"
import { makeId } from "../../../contract/id.ts"
import { MAX_IMPORT_BYTES, MIB } from "../../../contract/limit.ts"
import { type ImportMapping, importMappingSchema } from "../../../contract/orders/order-import.ts"
import { isArchive } from "../../../contract/table/read-xlsx.ts"
import type { AppEnv } from "../../app-env.ts"
import { importRoom } from "../../files/import-room.ts"
import { boundaryOf, type MultipartPart, type Pace, patientPace } from "../../files/multipart.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { createFileReceiver, type FileReceiver, upToBytes } from "../../files/receive-file.ts"
import { openForm } from "../../files/streamed-body.ts"
import { enterImports, type UploadRoom } from "../../files/upload-room.ts"
import { validated } from "../../valid.ts"
import { asRefusal } from "../artwork/receive-upload.ts"
import { dropObjects } from "../artwork/uploaded-files.ts"

/** The parts of a form: the fields that we know, and a few that we drop. */
const MAX_PARTS = 20
/** The bytes of a mapping: seventeen columns, each named in full. */
const MAX_FIELD_BYTES = 20_000

/** The first bytes, which tell a workbook. */
const SIGN_BYTES = 4

export type OrderFileForm = {
  bytes: Uint8Array
  /** The bytes that a workbook's table may take of the claimed memory. */
  tableBytes: number
  mapping: ImportMapping | null
  isDryRun: boolean
  /** Shows that the import is running. */
  pulse: () => void
}
type SentForm = Pick<OrderFileForm, "mapping" | "isDryRun"> & {
  key: string | null
  length: number
  isWorkbook: boolean
}

/**
 * Receives a file of orders with its form as an upload is received, and passes it to `use`. The file is
 * taken into memory only once it is complete, as much as its size needs. An account's imports wait for
 * each other.
 */
export async function withOrderFile<T>(
  c: Context<AppEnv>,
  use: (form: OrderFileForm) => Promise<T>,
): Promise<T> {
  const boundary = boundaryOf(c.req.header("content-type"))
  const body = c.req.raw.body
  if (boundary === null || body === null)
    throw new ApiError("unsupported-type", "The file is sent as multipart/form-data")
  const written = new Set<string>()
  const room = await enterImports(c.var.user.id)
  try {
    const open = (pace: Pace) => openForm(body, { boundary, body: c.var.call?.body }, pace)
    const { key, length, isWorkbook, ...form } = await receiveForm(c, open, { room, written })
    await c.var.call?.body?.arrived()
    if (key === null) throw new ApiError("validation-failed", "Choose a file")
    if (length === 0) throw new ApiError("unprocessable", "This file is empty")
    const { claim, tableBytes } = importRoom(length, isWorkbook)
    await room.take(claim)
    const stored = await c.env.FILES.get(key)
    if (!stored) throw new MissingObjectError(key)
    const bytes = new Uint8Array(await stored.arrayBuffer())
    return await use({ ...form, bytes, tableBytes, pulse: () => room.pulse() })
  } catch (error) {
    throw asRefusal(error)
  } finally {
    room.leave()
    await dropObjects(c.env, written)
  }
}

async function receiveForm(
  c: Context<AppEnv>,
  open: (pace: Pace) => AsyncIterable<MultipartPart>,
  { room, written }: { room: UploadRoom; written: Set<string> },
): Promise<SentForm> {
  const form: SentForm = { key: null, length: 0, isWorkbook: false, mapping: null, isDryRun: false }
  let receiver: FileReceiver | null = null
  const onSilence = async () => (receiver ? receiver.onSilence() : room.pulse())
  let parts = 0
  for await (const part of open({ ...patientPace, onSilence })) {
    if (++parts > MAX_PARTS) throw new ApiError("validation-failed", "The upload has too many parts")
    if (part.name === "file" && part.fileName) {
      if (form.key !== null) throw new ApiError("validation-failed", "Import one file at a time")
      form.key = `imports/${makeId(Date.now())}`
      receiver = createFileReceiver(c.env.FILES, form.key, {
        room,
        mostBytes: Number(c.req.header("content-length") ?? Number.POSITIVE_INFINITY),
        headBytes: SIGN_BYTES,
        inspect(head) {
          form.isWorkbook = isArchive(head)
        },
        written,
      })
      form.length = (await receiver.receive(upTo(MAX_IMPORT_BYTES, part))).bytes
      receiver = null
    } else if (part.name === "mapping") form.mapping = mappingOf(await readText(part))
    else if (part.name === "dryRun") form.isDryRun = /^(true|1)$/i.test(await readText(part))
    room.pulse()
  }
  return form
}

async function readText(part: MultipartPart): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of upTo(MAX_FIELD_BYTES, part)) text += decoder.decode(chunk, { stream: true })
  return (text + decoder.decode()).trim()
}

function mappingOf(text: string): ImportMapping | null {
  if (text === "") return null
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new ApiError("validation-failed", "The mapping is not valid JSON")
  }
  return validated(importMappingSchema, parsed)
}

function upTo(mostBytes: number, { body, fileName, name }: MultipartPart): AsyncGenerator<Uint8Array> {
  const most = mostBytes >= MIB ? `${mostBytes / MIB} MB` : `${mostBytes} bytes`
  const words = `“${(fileName || name).slice(0, 80)}” is larger than ${most}`
  return upToBytes(body, mostBytes, () => new ApiError("too-large", words))
}
