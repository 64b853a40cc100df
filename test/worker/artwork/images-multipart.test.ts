import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { boundaryOf, MultipartError, readMultipart } from "../../../worker/files/multipart.ts"
import { PART_BYTES, storeStream } from "../../../worker/files/r2-upload.ts"

type Read = { name: string; fileName: string | null; bytes: Buffer }

/** The bytes as a byte stream like a request's, in pieces as long as `nextLength` says. */
function streamOf(bytes: Buffer, nextLength: () => number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (at >= bytes.length) {
        controller.close()
        controller.byobRequest?.respond(0)
        return
      }
      const end = Math.min(bytes.length, at + nextLength())
      controller.enqueue(new Uint8Array(bytes.subarray(at, end)))
      at = end
    },
  })
}

async function readAll(
  stream: ReadableStream<Uint8Array>,
  boundary: string,
  most = Number.POSITIVE_INFINITY,
) {
  const parts: Read[] = []
  for await (const { name, fileName, body } of readMultipart(stream, boundary)) {
    const pieces: Buffer[] = []
    for await (const piece of body) {
      pieces.push(Buffer.from(piece))
      // Leaves in the middle: the rest has to be skipped.
      if (Buffer.concat(pieces).length >= most) break
    }
    parts.push({ name, fileName, bytes: Buffer.concat(pieces) })
  }
  return parts
}

test("a multipart body is read the same however the network cuts it", async () => {
  const random = randomFrom(3)
  const boundary = "----x--y"
  const teasing = Buffer.from(`\r\n--${boundary.slice(0, -1)}\r\n--\r\n\r\r\n--${boundary.slice(0, 3)}`)
  const noise = Buffer.from(Array.from({ length: 900 }, () => Math.floor(random() * 256)))
  const wanted: Read[] = [
    { name: "score", fileName: null, bytes: Buffer.from("4.5") },
    { name: "files", fileName: 'a "quoted" näme.png', bytes: Buffer.concat([teasing, noise, teasing]) },
    { name: "files", fileName: "empty.png", bytes: Buffer.alloc(0) },
    { name: "files", fileName: "line\r\nbreak.png", bytes: noise },
  ]
  const escaped = (text: string) => text.replace(/"/g, "%22").replace(/\r/g, "%0D").replace(/\n/g, "%0A")
  const body = Buffer.concat([
    Buffer.from("a preamble that means nothing\r\n"),
    ...wanted.flatMap(({ name, fileName, bytes }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; name="${name}"`,
      ),
      Buffer.from(fileName === null ? "\r\n\r\n" : `; filename="${escaped(fileName)}"\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\nan epilogue`),
  ])
  expect(
    await readAll(
      streamOf(body, () => 1),
      boundary,
    ),
  ).toEqual(wanted)
  expect(
    await readAll(
      streamOf(body, () => body.length),
      boundary,
    ),
  ).toEqual(wanted)
  for (let round = 0; round < 60; round++) {
    const largest = 1 + Math.floor(random() * 200)
    const stream = streamOf(body, () => 1 + Math.floor(random() * largest))
    expect(await readAll(stream, boundary)).toEqual(wanted)
  }
  const skipped = await readAll(
    streamOf(body, () => 7),
    boundary,
    10,
  )
  expect(skipped.map((part) => part.fileName)).toEqual(wanted.map((part) => part.fileName))
  for (let length = 0; length < body.length - 13; length += 97) {
    const cut = streamOf(body.subarray(0, length), () => 50)
    await expect(readAll(cut, boundary)).rejects.toThrow(MultipartError)
  }
})

test("a boundary is taken from its header alone, and never a long one", () => {
  expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe("a b")
  expect(boundaryOf("Multipart/Form-Data;boundary=abc")).toBe("abc")
  expect(boundaryOf("multipart/mixed; boundary=abc")).toBeNull()
  expect(boundaryOf(`multipart/form-data; boundary=${"x".repeat(71)}`)).toBeNull()
  expect(boundaryOf(undefined)).toBeNull()
})

/** Returns a bucket that notes its calls, and refuses parts that R2 would refuse. */
function notingBucket(failAtPart = Number.POSITIVE_INFINITY) {
  const noted = { puts: [] as number[], parts: [] as number[], completed: 0, aborted: 0 }
  const upload = {
    uploadId: "upload-1",
    async uploadPart(partNumber: number, value: Uint8Array) {
      if (partNumber >= failAtPart) throw new Error("R2 is away")
      expect(partNumber).toBe(noted.parts.length + 1)
      noted.parts.push(value.byteLength)
      return { partNumber, etag: String(partNumber) }
    },
    async complete() {
      noted.completed += 1
    },
    async abort() {
      noted.aborted += 1
    },
  }
  const bucket = {
    async put(_key: string, value: Uint8Array) {
      noted.puts.push(value.byteLength)
    },
    async createMultipartUpload() {
      return upload
    },
  }
  return { bucket: bucket as unknown as Parameters<typeof storeStream>[0], noted }
}

async function* piecesOf(bytes: number, pieceBytes: number) {
  for (let left = bytes; left > 0; left -= pieceBytes)
    yield new Uint8Array(Math.min(left, pieceBytes)).fill(7)
}

test("a stream becomes one put, or equal parts of 5 MiB and a rest; what breaks off is aborted", async () => {
  const options = { contentType: "image/png" }
  const store = async (bytes: number, pieceBytes: number) => {
    const { bucket, noted } = notingBucket()
    const stored = await storeStream(bucket, "key", piecesOf(bytes, pieceBytes), options)
    const sha256 = createHash("sha256").update(Buffer.alloc(bytes, 7)).digest("hex")
    expect(stored).toEqual({ bytes, sha256 })
    return noted
  }
  expect(await store(0, 10)).toMatchObject({ puts: [0], parts: [], completed: 0 })
  expect(await store(1_000, 7)).toMatchObject({ puts: [1_000], parts: [] })
  expect(await store(PART_BYTES, 65_536)).toMatchObject({ puts: [PART_BYTES], parts: [] })
  expect(await store(PART_BYTES + 1, 1_000_003)).toMatchObject({
    puts: [],
    parts: [PART_BYTES, 1],
    completed: 1,
  })
  expect(await store(PART_BYTES * 3, PART_BYTES * 3)).toMatchObject({
    parts: [PART_BYTES, PART_BYTES, PART_BYTES],
    completed: 1,
    aborted: 0,
  })

  const broken = notingBucket(2)
  const breaking = storeStream(broken.bucket, "key", piecesOf(PART_BYTES * 3, 1_000_000), options)
  await expect(breaking).rejects.toThrow("R2 is away")
  expect(broken.noted).toMatchObject({ completed: 0, aborted: 1 })
  const unwanted = notingBucket()
  let asked = 0
  const beforePart = async () => {
    if (++asked === 3) throw new Error("not wanted any more")
  }
  const stopping = storeStream(unwanted.bucket, "key", piecesOf(PART_BYTES * 5, 1_000_000), {
    ...options,
    beforePart,
  })
  await expect(stopping).rejects.toThrow("not wanted")
  expect(unwanted.noted).toMatchObject({ parts: [PART_BYTES, PART_BYTES], completed: 0, aborted: 1 })
})

test("a file whose head comes last is stored with it in front, its first part sent behind the others", async () => {
  const head = new Uint8Array(16).fill(9)
  async function* pieces(bytes: number) {
    yield new Uint8Array(16)
    yield* piecesOf(bytes - 16, 1_000_003)
    return head
  }
  const whole = (bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - 16, 7)])
  for (const bytes of [1_000, PART_BYTES, PART_BYTES + 1, PART_BYTES * 3 + 5]) {
    const parts: Uint8Array[] = []
    const order: number[] = []
    const bucket = {
      put: async (_key: string, value: Uint8Array) => parts.push(value.slice()),
      createMultipartUpload: async () => ({
        uploadPart: async (partNumber: number, value: Uint8Array) => {
          order.push(partNumber)
          parts[partNumber - 1] = value.slice()
          return { partNumber, etag: "" }
        },
        complete: async (sent: { partNumber: number }[]) =>
          expect(sent.map(({ partNumber }) => partNumber)).toEqual(parts.map((_, i) => i + 1)),
        abort: async () => undefined,
      }),
    } as unknown as Parameters<typeof storeStream>[0]
    const options = { contentType: "image/tiff", hasLateHead: true }
    expect(await storeStream(bucket, "key", pieces(bytes), options)).toMatchObject({ bytes })
    expect(Buffer.concat(parts).equals(whole(bytes)), `${bytes} bytes`).toBe(true)
    expect(order.indexOf(1)).toBe(Math.max(order.length - 2, order.length === 0 ? -1 : 0))
    expect(parts.slice(0, -1).every((part) => part.length === PART_BYTES)).toBe(true)
    await expect(storeStream(bucket, "key", piecesOf(bytes, 7_000), options)).rejects.toThrow("ends without")
  }
})
