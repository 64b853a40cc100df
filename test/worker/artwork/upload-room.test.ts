import { expect, test } from "vitest"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { PROBE_BYTES } from "../../../sheet/raster/limits.ts"
import {
  MultipartError,
  type Pace,
  patientPace,
  readMultipart,
  StalledError,
} from "../../../worker/files/multipart.ts"
import { PART_BYTES } from "../../../worker/files/r2-upload.ts"
import { createFileReceiver, type ReceiveOptions } from "../../../worker/files/receive-file.ts"
import { MAX_OPEN_UPLOADS, PARTS_BYTES, type UploadRoom } from "../../../worker/files/upload-room.ts"
import { asRefusal } from "../../../worker/flows/artwork/receive-upload.ts"
import { type Claim, createSharedRoom, type RoomLimits } from "../../../worker/isolate/shared-room.ts"

const roomy: RoomLimits = {
  total: 10,
  ofOwner: 10,
  claims: 100,
  claimsOfOwner: 100,
  lostAfterMs: 60_000,
  waiterLostAfterMs: 10_000,
}

function claimIn(room: ReturnType<typeof createSharedRoom>, owner: string, amount: number, nowMs = 0): Claim {
  const claim = room.claim(owner, amount, nowMs)
  if (typeof claim === "string") throw new Error(claim)
  return claim
}

test("what is held never exceeds the room, and everybody gets their turn in the order they came", () => {
  const random = randomFrom(17)
  const room = createSharedRoom(roomy)
  const waiting: Claim[] = []
  const holding: Claim[] = []
  let most = 0
  let served = 0
  for (let nowMs = 0; served < 2_000; nowMs++) {
    if (random() < 0.6 && waiting.length < 60)
      waiting.push(claimIn(room, "a", 1 + Math.floor(random() * 10), nowMs))
    // Everybody asks, the last ones first; those who hold it are those who came first.
    const answers = waiting.map((_, i) => room.isHeld(waiting[waiting.length - 1 - i], nowMs)).reverse()
    const messages = answers.filter(Boolean).length
    expect(answers.indexOf(false)).toBe(messages === answers.length ? -1 : messages)
    holding.push(...waiting.splice(0, messages))
    const sum = holding.reduce((total, claim) => total + claim.amount, 0)
    expect(sum).toBe(room.held())
    most = Math.max(most, sum)
    if (random() < 0.5 && holding.length > 0) {
      room.release(holding.splice(Math.floor(random() * holding.length), 1)[0])
      served += 1
    }
  }
  expect(most).toBeLessThanOrEqual(roomy.total)
  expect(most).toBeGreaterThan(roomy.total / 2)
})

test("one owner leaves room for others, a full line says so, and a request that has died holds nothing for ever", () => {
  const room = createSharedRoom({ ...roomy, ofOwner: 6, claimsOfOwner: 3, claims: 5 })
  const [first, second, third] = [6, 2, 2].map((amount) => claimIn(room, "greedy", amount))
  expect([first, second, third].map((claim) => room.isHeld(claim, 0))).toEqual([true, false, false])
  expect(room.claim("greedy", 1, 0)).toBe("crowded-by-owner")
  const other = claimIn(room, "other", 4)
  expect(room.isHeld(other, 0)).toBe(true)
  const late = claimIn(room, "late", 1)
  expect(room.claim("latest", 1, 0)).toBe("crowded")
  expect(room.isWanted(0)).toBe(true)
  expect(room.ahead(late)).toBe(2)

  // The holder is silent for longer than a waiter may be; those that wait and the other holder ask
  // on.
  for (let nowMs = 0; nowMs <= 60_000; nowMs += 5_000)
    for (const claim of [second, third, other, late]) room.isHeld(claim, nowMs)
  expect(room.held()).toBe(10)
  expect([second, third, late].map((claim) => room.isHeld(claim, 61_000))).toEqual([false, false, false])
  expect([second, third, late, other].map((claim) => room.isHeld(claim, 65_000))).toEqual([
    true,
    true,
    true,
    true,
  ])
  // The upload was alive after all: it is counted again once there is room.
  expect(room.isHeld(first, 66_000)).toBe(false)
  room.release(second)
  room.release(third)
  room.release(third)
  room.release(late)
  expect(room.held()).toBe(10)
  expect(room.isHeld(first, 67_000)).toBe(true)
  room.release(first)
  room.release(other)
  expect(room.held()).toBe(0)
  // A waiter that asks no more stands in nobody's way.
  const big = claimIn(room, "a", 6, 70_000)
  const dead = claimIn(room, "b", 6, 70_000)
  const small = claimIn(room, "c", 1, 70_000)
  expect(room.isHeld(big, 81_000)).toBe(true)
  expect(room.isHeld(small, 81_000)).toBe(true)
  expect(dead.state).toBe("ended")
})

test("what uploads may take leaves a job and everything else their part of 128 MB", () => {
  expect(PARTS_BYTES + MAX_OPEN_UPLOADS * 128 * 1024).toBeLessThanOrEqual(41 * 1024 * 1024)
  expect(PARTS_BYTES).toBeGreaterThanOrEqual(PART_BYTES)
  expect(PART_BYTES).toBeGreaterThanOrEqual(PROBE_BYTES)
})

/** A bucket in memory, which notes what is put, and a room whose line the test decides. */
function givenReceiver(more: Partial<ReceiveOptions> = {}) {
  const objects = new Map<string, Buffer>()
  const noted = { puts: [] as string[], taken: 0, held: 0 }
  let isWanted = false
  const bucket = {
    async put(key: string, value: Uint8Array) {
      noted.puts.push(key)
      objects.set(key, Buffer.from(value))
    },
    async get(key: string) {
      const bytes = objects.get(key)
      return bytes ? { body: new Blob([new Uint8Array(bytes)]).stream() } : null
    },
    async delete(keys: string[]) {
      for (const key of keys) objects.delete(key)
    },
    async createMultipartUpload(key: string) {
      const parts: Buffer[] = []
      return {
        async uploadPart(partNumber: number, value: Uint8Array) {
          parts.push(Buffer.from(value))
          return { partNumber, etag: "x" }
        },
        async complete() {
          objects.set(key, Buffer.concat(parts))
        },
        async abort() {
          parts.length = 0
        },
      }
    },
  } as unknown as Parameters<typeof createFileReceiver>[0]
  const room: UploadRoom = {
    async take(bytes) {
      expect(noted.held).toBe(0)
      noted.held = bytes
      noted.taken += 1
    },
    giveBack() {
      noted.held = 0
    },
    isWanted: () => isWanted,
    isTurnOver: () => false,
    pulse: () => undefined,
    leave: () => undefined,
  }
  const written = new Set<string>()
  const heads: Buffer[] = []
  const receiver = createFileReceiver(bucket, "source", {
    room,
    mostBytes: Number.POSITIVE_INFINITY,
    headBytes: PROBE_BYTES,
    inspect: (head) => void heads.push(Buffer.from(head)),
    written,
    ...more,
  })
  const setWanted = (value: boolean) => {
    isWanted = value
  }
  return { receiver, objects, noted, written, heads, setWanted }
}

test("an upload that is slow while others wait holds no memory, and still arrives byte for byte", async () => {
  const random = randomFrom(4)
  const file = Buffer.alloc(2 * PART_BYTES + 700_000)
  for (let at = 0; at < file.length; at += 4_096) file.writeUInt32LE(Math.floor(random() * 2 ** 32), at)
  for (const length of [
    10,
    PROBE_BYTES - 1,
    PROBE_BYTES,
    3_000_000,
    PART_BYTES,
    PART_BYTES + 1,
    file.length,
  ]) {
    const { receiver, objects, noted, written, heads, setWanted } = givenReceiver()
    async function* chunks() {
      for (let at = 0; at < length; at += 128 * 1024) {
        yield file.subarray(at, Math.min(length, at + 128 * 1024))
        setWanted(random() < 0.4)
        const isWanted = random() < 0.5
        setWanted(isWanted)
        await receiver.onSilence()
        if (isWanted) expect(noted.held).toBe(0)
        setWanted(random() < 0.3)
      }
    }
    expect(await receiver.receive(chunks())).toEqual({ bytes: length })
    expect([...objects.keys()]).toEqual(["source"])
    expect(objects.get("source")?.equals(file.subarray(0, length))).toBe(true)
    expect([...written]).toEqual(["source"])
    expect(heads).toHaveLength(1)
    expect(heads[0].equals(file.subarray(0, Math.min(length, PROBE_BYTES)))).toBe(true)
    expect(noted.held).toBe(0)
  }
})

test("a small file claims little; one that is refused or breaks off leaves nothing, wherever it was", async () => {
  const small = givenReceiver({ mostBytes: 5_000 })
  let most = 0
  async function* few() {
    yield new Uint8Array(3_000)
    most = small.noted.held
  }
  await small.receiver.receive(few())
  expect(most).toBe(5_000)

  const refusal = new Error("no picture")
  for (const pieces of [0, 3, 20, 90]) {
    const refused = givenReceiver({
      inspect: () => {
        if (pieces < 20) throw refusal
      },
    })
    async function* broken() {
      for (let i = 0; i < pieces; i++) {
        yield new Uint8Array(128 * 1024)
        refused.setWanted(true)
        await refused.receiver.onSilence()
      }
      if (pieces >= 20) throw refusal
    }
    await expect(refused.receiver.receive(broken())).rejects.toBe(refusal)
    expect([...refused.objects.keys()], String(pieces)).toEqual([])
    expect([...refused.written]).toEqual([])
    expect(refused.noted.held).toBe(0)
  }
})

test("a body that stands still is ended in words, after whoever reads it was told of the silence", async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\nand then nothing'
  let silences = 0
  const pace: Pace = {
    ...patientPace,
    silenceMs: 1,
    stallMs: 4,
    onSilence: async () => {
      silences += 1
    },
  }
  let isCancelled = false
  const stream = new ReadableStream<Uint8Array>({
    type: "bytes",
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
    // Never again.
    pull: () => new Promise(() => undefined),
    cancel() {
      isCancelled = true
    },
  })
  const reading = async () => {
    for await (const part of readMultipart(stream, "x", pace)) for await (const _bytes of part.body);
  }
  await expect(reading()).rejects.toThrow(StalledError)
  expect(silences).toBe(3)
  expect(isCancelled).toBe(true)
  expect(asRefusal(new StalledError())).toMatchObject({
    code: "timed-out",
    message: expect.stringContaining("send it again"),
  })
  expect(asRefusal(new MultipartError("in words"))).toMatchObject({
    code: "validation-failed",
    message: "in words",
  })
})
