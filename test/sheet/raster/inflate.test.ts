import { constants, deflateSync, inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { openNodeHost } from "../../../bench/render/node-host.ts"
import * as twin from "../../../sheet/kernel/raster-inflate.twin.ts"
import { openInflate } from "../../../sheet/raster/inflate.ts"
import { openKernel } from "../../../sheet/raster/raster-kernel.ts"
import { ArtworkError } from "../../../sheet/raster/types.ts"
import { randomBytes, seeded } from "./seeded.ts"

const host = await openNodeHost()

type Way = { piece: number; take: number }

/** Feeds a stream in pieces of up to `piece` bytes and takes it in rows of up to `take`, as long as it goes. */
function inflateBy(stream: Uint8Array, { piece, take }: Way): twin.Inflated {
  const kernel = openKernel(host, "measure")
  const inflate = openInflate(kernel, take)
  const taken: Uint8Array[] = []
  let outcome: twin.Inflated["outcome"] = "needs-input"
  try {
    for (let fed = 0; fed < stream.length; fed += piece) {
      inflate.feed(stream.slice(fed, fed + piece))
      for (const length of [take, 1]) {
        for (let at = inflate.take(length); at !== 0; at = inflate.take(length)) {
          taken.push(kernel.view(at, length).slice())
        }
      }
    }
    if (inflate.hasEnded()) outcome = "ended"
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error
    outcome = "damaged"
  }
  kernel.close()
  return { bytes: new Uint8Array(Buffer.concat(taken)), outcome }
}

/** Bytes of many kinds: noise, noise of few values, runs of all periods, repetitions from afar. */
function mixture(random: (below: number) => number, length: number): Uint8Array {
  const parts: Uint8Array[] = []
  for (let have = 0; have < length; have += parts[parts.length - 1].length) {
    const part = randomBytes(1 + random(random(8) === 0 ? 5000 : 300), random)
    const kind = random(4)
    if (kind === 1)
      for (let i = 0; i < part.length; i++) part[i] = (part[i] & part[part.length - 1 - i]) >> random(6)
    if (kind === 2) part.copyWithin(1 + random(40), 0)
    if (kind === 2) for (let i = 1 + random(20), k = i; i < part.length; i++) part[i] = part[i - k]
    const earlier = parts[random(parts.length + 1)]
    parts.push(kind === 3 && earlier ? earlier : part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

const strategies = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
]

function compressed(plain: Uint8Array, random: (below: number) => number): Uint8Array {
  const options = {
    level: random(10),
    memLevel: 1 + random(9),
    strategy: strategies[random(strategies.length)],
  }
  return new Uint8Array(deflateSync(plain, options))
}

test("whatever zlib packs comes out the same, in whatever pieces it is fed and taken", () => {
  const random = seeded(51)
  for (let round = 0; round < 60; round++) {
    const plain = mixture(random, random(round < 40 ? 3000 : 400_000))
    const stream = compressed(plain, random)
    const way = { piece: 1 + random(random(2) === 0 ? 40 : 200_000), take: 1 + random(5000) }
    const { bytes, outcome } = inflateBy(stream, way)
    expect(outcome, JSON.stringify(way)).toBe("ended")
    expect(Buffer.compare(bytes, plain), JSON.stringify(way)).toBe(0)
  }
})

test("the kernel equals its twin on whole, cut and damaged streams, and takes what zlib takes", () => {
  const random = seeded(52)
  const seen = new Set<string>()
  for (let round = 0; round < 500; round++) {
    const stream = compressed(mixture(random, 1 + random(400)), random)
    for (let flips = random(4); flips > 0; flips--) stream[random(stream.length)] ^= 1 << random(8)
    const cut = random(3) === 0 ? stream.slice(0, random(stream.length)) : stream
    const expected = twin.inflate(cut)
    const { bytes, outcome } = inflateBy(cut, { piece: 1 + random(64), take: 1 + random(64) })
    expect(outcome, Buffer.from(cut).toString("hex")).toBe(expected.outcome)
    expect(outcome === "ended", Buffer.from(cut).toString("hex")).toBe(isTakenByZlib(cut))
    if (outcome === "ended") expect(bytes).toEqual(expected.bytes)
    // Of symbols looked up together the first may wait for the last.
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

test("thousands of tiny blocks, empty ones and stored ones are fine", () => {
  const random = seeded(53)
  const plain = mixture(random, 60_000)
  for (const level of [0, 1, 9]) {
    const stream = deflateSync(plain, { level, memLevel: 1, windowBits: 9 })
    expect(inflateBy(stream, { piece: 7, take: 999 })).toEqual({ bytes: plain, outcome: "ended" })
  }
  // Ten bits each: a fixed block and its end.
  const empty = Buffer.alloc(25_000)
  for (let block = 0; block < 20_000; block++) empty[(block * 10 + 1) >> 3] |= 1 << ((block * 10 + 1) & 7)
  const last = deflateSync(Buffer.from("end"))
  const stream = Buffer.concat([last.subarray(0, 2), empty, last.subarray(2)])
  expect(Buffer.from(inflateBy(stream, { piece: 1000, take: 10 }).bytes).toString()).toBe("end")
})
