import { deflateSync, inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { isFull } from "../../../harness/layer.ts"
import { randomBytes, seeded } from "../../../harness/seeded-random.ts"
import { type Block, type Token, writeStream } from "../../../harness/zlib/deflate-writer.ts"
import { type Inflating, openInflating } from "../../../harness/zlib/inflating.ts"
import { flushedStream, mixture, zlibStream } from "../../../harness/zlib/zlib-streams.ts"
import * as twin from "../../../sheet/kernel/raster-inflate.twin.ts"

const host = await openNodeHost()

/** A window that a kilobyte fills. */
const SMALL = { historyBytes: 256, freshBytes: 256 }
const SMALL_TAKE = 64
const SMALL_CAPACITY = SMALL.historyBytes + SMALL.freshBytes + SMALL_TAKE

function expectWhole(
  inflating: Inflating,
  stream: Uint8Array,
  plain: Uint8Array,
  feeds: number[],
  take: number,
) {
  const { bytes, outcome } = inflating.run(stream, feeds, take)
  if (outcome === "ended" && Buffer.compare(bytes, plain) === 0) return
  const way = JSON.stringify({ feeds, take, stream: Buffer.from(stream.subarray(0, 2000)).toString("hex") })
  throw new Error(`${outcome} after ${bytes.length} of ${plain.length} bytes: ${way}`)
}

test("whatever zlib packs comes out the same, in whatever pieces it is fed and taken", () => {
  const random = seeded(51)
  for (let round = 0; round < 60; round++) {
    const plain = mixture(random, random(round < 40 ? 3000 : 400_000))
    const stream = round % 2 ? zlibStream(plain, random) : flushedStream(plain, random)
    const take = 1 + random(5000)
    const inflating = openInflating(host, take)
    expectWhole(inflating, stream, plain, [1 + random(random(2) === 0 ? 40 : 200_000)], take)
    inflating.close()
  }
})

/** The tokens that may follow the bytes that fill a window. */
const tails: Record<string, Block[]> = {
  nothing: [],
  "an empty block": [{ kind: "fixed", tokens: [] }],
  "empty blocks": [
    { kind: "stored", bytes: new Uint8Array(0) },
    { kind: "dynamic", tokens: [], random: seeded(1) },
  ],
  "a stored block": [{ kind: "stored", bytes: randomBytes(900, seeded(2)) }],
  "a byte": [{ kind: "stored", bytes: Uint8Array.of(7) }],
  literals: [{ kind: "dynamic", tokens: [...randomBytes(30, seeded(3))], random: seeded(4) }],
}

/** The tokens that may fill the window, from the shortest to the longest. */
const lastTokens: Token[] = [
  9,
  ...[3, 15, 16, 17, 258].flatMap((length) => [1, 7, 16, 250].map((distance) => ({ length, distance }))),
]

test("nothing is lost where a block, a run or a match ends at, before or behind the window's end", () => {
  const random = seeded(54)
  const inflating = openInflating(host, SMALL_TAKE, SMALL)
  for (const last of lastTokens) {
    for (let past = -3; past <= 9; past++) {
      const lead = SMALL_CAPACITY + past - (typeof last === "number" ? 1 : last.length)
      for (const [name, tail] of Object.entries(tails)) {
        const tokens = [...randomBytes(lead, random), last]
        const kind = (past + name.length) % 2 === 0 ? ("fixed" as const) : ("dynamic" as const)
        const { stream, plain } = writeStream([{ kind, tokens, random }, ...tail])
        const cuts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 13].map((rest) => [stream.length - rest, rest])
        for (const feeds of [[stream.length], [1], ...cuts]) {
          expectWhole(inflating, stream, plain, feeds, SMALL_TAKE)
        }
        expectWhole(inflating, stream, plain, [stream.length], 1)
        expectWhole(inflating, stream, plain, [3], 7)
      }
    }
  }
  inflating.close()
})

test("a stream cut anywhere comes out the same, at every level and strategy, taken by any length", () => {
  const random = seeded(55)
  const small = Array.from({ length: SMALL_TAKE }, (_, i) => openInflating(host, i + 1, SMALL))
  for (let round = 0; round < 60; round++) {
    const plain = mixture(random, SMALL_CAPACITY + random(300))
    const stream = round % 2 ? zlibStream(plain, random, 8) : flushedStream(plain, random, 8)
    for (let cut = 1; cut < stream.length; cut += (isFull ? 1 : 5) + (round % 3)) {
      const take = 1 + ((cut + round) % SMALL_TAKE)
      expectWhole(small[take - 1], stream, plain, [cut, stream.length], take)
      if (cut < 300) expectWhole(small[take - 1], stream, plain, [cut], take)
    }
  }
  for (const inflating of small) inflating.close()
})

test("runs that end about the end of the whole window come out, however long a row is", () => {
  for (const take of [1, 5, 1499, 6001]) {
    const inflating = openInflating(host, take)
    for (let past = -300; past <= 300; past += take === 6001 ? 1 : 43) {
      const plain = new Uint8Array(2 ** 17 + take + past)
      plain.fill(7, 0, 50)
      expectWhole(inflating, deflateSync(plain, { level: 9 }), plain, [1 << 20], take)
    }
    inflating.close()
  }
})

test("a stored block behind a block that ends past the window's end stays inside the window", () => {
  const random = seeded(56)
  // Four symbols are read together (longer than a kilobyte: in pairs), so the window ends at each.
  for (const freshBytes of [256, 257, 258, 259, 2048, 2049, 2050, 2051]) {
    const capacity = SMALL.historyBytes + freshBytes + SMALL_TAKE
    const inflating = openInflating(host, SMALL_TAKE, { ...SMALL, freshBytes })
    for (let lead = capacity - 1; lead < capacity + 8; lead++) {
      const tokens = [...randomBytes(lead, random)]
      for (const kind of ["fixed", "dynamic"] as const) {
        const stored = { kind: "stored" as const, bytes: randomBytes(3000, random) }
        const { stream, plain } = writeStream([{ kind, tokens, random }, stored])
        expectWhole(inflating, stream, plain, [stream.length], SMALL_TAKE)
      }
    }
    inflating.close()
  }
})

test("what stands behind the end is left alone, however much and in how many pieces", () => {
  const plain = randomBytes(5000, seeded(57))
  const stream = Buffer.concat([deflateSync(plain), Buffer.alloc(300_000, 0x55)])
  const inflating = openInflating(host, 100)
  for (const piece of [1000, 100_000, 300_000, 400_000]) expectWhole(inflating, stream, plain, [piece], 100)
  inflating.close()
})

test("the kernel equals its twin on whole, cut and damaged streams, and takes what zlib takes", () => {
  const random = seeded(52)
  const seen = new Set<string>()
  for (let round = 0; round < 500; round++) {
    const stream = zlibStream(mixture(random, 1 + random(400)), random)
    for (let flips = random(4); flips > 0; flips--) stream[random(stream.length)] ^= 1 << random(8)
    const cut = random(3) === 0 ? stream.slice(0, random(stream.length)) : stream
    const expected = twin.inflate(cut)
    const take = 1 + random(64)
    const inflating = openInflating(host, take)
    const { bytes, outcome } = inflating.run(cut, [1 + random(64)], take)
    inflating.close()
    expect(outcome, Buffer.from(cut).toString("hex")).toBe(expected.outcome)
    expect(outcome === "ended", Buffer.from(cut).toString("hex")).toBe(isTakenByZlib(cut))
    if (outcome === "ended") expect(bytes).toEqual(expected.bytes)
    // If symbols are looked up together, the first may wait for the last.
    else if (outcome === "needs-input") {
      expect(bytes).toEqual(expected.bytes.subarray(0, bytes.length))
      expect(expected.bytes.length - bytes.length).toBeLessThanOrEqual(2)
    }
    seen.add(outcome)
  }
  expect(seen.size).toBe(3)
})

function isTakenByZlib(stream: Uint8Array): boolean {
  try {
    inflateSync(stream)
    return true
  } catch {
    return false
  }
}

test("the two codes of a fixed block that stand for nothing are refused where they stand", () => {
  const inflating = openInflating(host, 1)
  const literal = "01110001"
  for (const code of ["11000110", "11000111"]) {
    for (const filler of [0x00, 0x5a, 0xff]) {
      for (const more of [1, 40]) {
        // The last block, of kind 1; codes come highest bit first, bytes lowest.
        const bits = `110${literal.repeat(40)}${code}`.padEnd(336, "0")
        const body = Array.from({ length: 42 }, (_, i) =>
          [...bits.slice(i * 8, i * 8 + 8)].reduce((byte, bit, k) => byte | (Number(bit) << k), 0),
        )
        const stream = Uint8Array.of(0x78, 0x01, ...body, ...new Array<number>(more).fill(filler))
        expect(inflating.run(stream, [stream.length], 1).outcome).toBe("damaged")
        expect(twin.inflate(stream).outcome).toBe("damaged")
        // Byte by byte, all before it has been taken when it is met.
        const { bytes, outcome } = inflating.run(stream, [1], 1)
        expect([bytes.length, outcome]).toEqual([40, "damaged"])
      }
    }
  }
  inflating.close()
})

test("thousands of tiny blocks, empty ones and stored ones are fine", () => {
  const random = seeded(53)
  const plain = mixture(random, 60_000)
  const inflating = openInflating(host, 999)
  for (const level of [0, 1, 9]) {
    const stream = deflateSync(plain, { level, memLevel: 1, windowBits: 9 })
    expectWhole(inflating, stream, plain, [7], 999)
  }
  // Ten bits each: a fixed block and its end.
  const empty = Buffer.alloc(25_000)
  for (let block = 0; block < 20_000; block++) empty[(block * 10 + 1) >> 3] |= 1 << ((block * 10 + 1) & 7)
  const last = deflateSync(Buffer.from("end"))
  const stream = Buffer.concat([last.subarray(0, 2), empty, last.subarray(2)])
  expectWhole(inflating, stream, Buffer.from("end"), [1000], 10)
  inflating.close()
})
