import { inflateSync } from "node:zlib"
import { openNodeHost } from "../../cli/node-host.ts"
import { caseSeed, type Finding, type Mode } from "../../harness/fuzz/mode.ts"
import { randomBytes, seeded } from "../../harness/seeded-random.ts"
import { type Block, type Token, writeStream } from "../../harness/zlib/deflate-writer.ts"
import { type Inflating, openInflating } from "../../harness/zlib/inflating.ts"
import { flushedStream, mixture, zlibStream } from "../../harness/zlib/zlib-streams.ts"
import type { Inflated } from "../../sheet/kernel/raster-inflate.twin.ts"

type Random = (below: number) => number

/** An inflater shared by all cases of its kind; streams reach back at most 2 ** `reach` bytes. */
type Bench = { inflating: Inflating; reach: number; capacity: number; longestTake: number }

type Case = { stream: Uint8Array; bench: Bench; feeds: number[]; take: number; harm: Harm }

/** The harm to a stream: cut short, followed by something, or with flipped bits. */
type Harm = "none" | "cut" | "followed" | "turned"
const HARMS: Harm[] = ["cut", "followed", "turned"]

/** The number of small windows, whose end is met many times in a kilobyte. */
const SMALL_BENCHES = 64
/** The cases in a hundred with the window for artwork; each takes as long as ten others. */
const WHOLE_SHARE = 2
const DAMAGED_SHARE = 12
const CASES_PER_TURN = 1000

export const streams: Mode = {
  about:
    "zlib streams, whole, cut and damaged, inflated as zlib does, by any feeds and takes, about the window's end",
  usualCount: 1_000_000,
  run: fuzzStreams,
}

async function fuzzStreams(seed: number, count: number) {
  const findings: Finding[] = []
  const figures = { ended: 0, cut: 0, damaged: 0, mebibytes: 0 }
  const { small, whole } = await openBenches(seed)
  for (let number = 0; number < count; number++) {
    const made = makeCase(small, whole, seeded(caseSeed(seed, number)))
    const expected = inflatedByZlib(made.stream)
    const what = compare(made, expected)
    if (what) findings.push({ case: number, kind: "zlib", what, bytes: made.stream })
    figures[expected.outcome === "needs-input" ? "cut" : expected.outcome]++
    figures.mebibytes += expected.bytes.length / 2 ** 20
    // Memory of zlib is only freed between turns of the event loop.
    if (number % CASES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  figures.mebibytes = Math.round(figures.mebibytes)
  return { figures, findings }
}

async function openBenches(seed: number): Promise<{ small: Bench[]; whole: Bench[] }> {
  const host = await openNodeHost()
  const random = seeded(seed)
  const small = Array.from({ length: SMALL_BENCHES }, (_, i) => {
    const reach = 9 + (i % 3)
    // Takes of a few bytes, of rows, and of more than the history.
    const longestTake = 1 + random([9, 300, 9, 3000][i % 4])
    const [historyBytes, freshBytes] = [1 << reach, 1 + random(700)]
    const inflating = openInflating(host, longestTake, { historyBytes, freshBytes })
    return { inflating, reach, capacity: historyBytes + freshBytes + longestTake, longestTake }
  })
  const whole = [1, 1499, 6001].map((longestTake) => ({
    inflating: openInflating(host, longestTake),
    reach: 15,
    capacity: 2 ** 17 + longestTake,
    longestTake,
  }))
  return { small, whole }
}

function makeCase(small: Bench[], whole: Bench[], random: Random): Case {
  const isWhole = random(100) < WHOLE_SHARE
  const bench = isWhole ? whole[random(whole.length)] : small[random(small.length)]
  const made = isWhole ? makeBlankEnd(bench, random) : makeSmall(bench, random)
  const harm = random(100) < DAMAGED_SHARE ? HARMS[random(HARMS.length)] : "none"
  const stream = harmed(made, harm, random)
  return { stream, bench, feeds: drawFeeds(stream.length, random), take: drawTake(bench, random), harm }
}

/** Makes a picture with a blank end about as long as the window. */
function makeBlankEnd(bench: Bench, random: Random): Uint8Array {
  const plain = new Uint8Array(bench.capacity - 400 + random(800))
  plain.set(mixture(random, 1 + random(300)).subarray(0, 400), random(plain.length - 400))
  return zlibStream(plain, random)
}

function makeSmall(bench: Bench, random: Random): Uint8Array {
  const draw = random(10)
  if (draw < 4) return writeStream(drawBlocks(bench, random)).stream
  const length = random(3) === 0 ? random(3 * bench.capacity) : bench.capacity - 20 + random(40)
  const mixed = mixture(random, length)
  const plain = random(2) === 0 ? mixed.subarray(0, length) : mixed
  // zlib reaches back a little less than its window.
  return draw < 7 ? zlibStream(plain, random, bench.reach) : flushedStream(plain, random, bench.reach)
}

/** Draws hand-written blocks, one of which ends about the window's end. */
function drawBlocks(bench: Bench, random: Random): Block[] {
  const blocks: Block[] = []
  const end = bench.capacity - 12 + random(24)
  let have = 0
  while (have < end) {
    const block = drawBlock(have, random(3) === 0 ? 1 + random(end - have) : end - have, bench, random)
    blocks.push(block)
    have += block.kind === "stored" ? block.bytes.length : lengthOf(block.tokens)
  }
  for (let more = random(4); more > 0; more--) {
    const block = drawBlock(have, random(3) === 0 ? 0 : random(1200), bench, random)
    blocks.push(block)
    have += block.kind === "stored" ? block.bytes.length : lengthOf(block.tokens)
  }
  return blocks
}

/** Draws a block of `length` bytes, or a few more or less because of a match at its end. */
function drawBlock(before: number, length: number, bench: Bench, random: Random): Block {
  const kind = random(3)
  if (kind === 0) return { kind: "stored", bytes: randomBytes(length, random) }
  const tokens: Token[] = []
  const values = 1 + random(256)
  const matches = random(4)
  for (let have = 0; have < length; ) {
    const reach = Math.min(before + have, 1 << bench.reach)
    if (reach > 0 && random(12) < matches * 4) {
      const distance = 1 + random(random(2) ? Math.min(reach, 20) : reach)
      const token = { length: 3 + random(random(2) ? 20 : 256), distance }
      tokens.push(token)
      have += token.length
    } else {
      tokens.push(random(values))
      have++
    }
  }
  return kind === 1 ? { kind: "fixed", tokens } : { kind: "dynamic", tokens, random }
}

function lengthOf(tokens: Token[]): number {
  return tokens.reduce<number>((sum, token) => sum + (typeof token === "number" ? 1 : token.length), 0)
}

function harmed(stream: Uint8Array, harm: Harm, random: Random): Uint8Array {
  if (harm === "cut") return stream.slice(0, random(stream.length))
  if (harm === "followed")
    return new Uint8Array(Buffer.concat([stream, randomBytes(1 + random(3000), random)]))
  const copy = stream.slice()
  if (harm === "none") return copy
  for (let flips = 1 + random(3); flips > 0; flips--) copy[random(copy.length)] ^= 1 << random(8)
  return copy
}

/** Draws lengths of pieces; the last one repeats. */
function drawFeeds(length: number, random: Random): number[] {
  const kind = random(6)
  if (kind === 0) return [Math.max(1, length)]
  if (kind === 1) return [1 + random(length < 5000 ? 16 : length)]
  if (kind === 2) return [Math.max(1, length - 1 - random(16)), 1 + random(8)]
  if (kind === 3) return [1 + random(length + 1), length + 1]
  if (kind === 4) return [1 + random(length + 1)]
  return Array.from({ length: 12 }, () => 1 + random(length < 5000 ? 300 : length))
}

function drawTake({ longestTake }: Bench, random: Random): number {
  return random(2) === 0 ? longestTake : 1 + random(longestTake)
}

/** Returns zlib's result for a stream; for a cut or damaged stream, only which of both it is. */
function inflatedByZlib(stream: Uint8Array): Inflated {
  try {
    return { bytes: inflateSync(stream), outcome: "ended" }
  } catch (error) {
    const isCut = error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR"
    return { bytes: new Uint8Array(0), outcome: isCut ? "needs-input" : "damaged" }
  }
}

/** Returns the difference, if there is one. */
function compare({ stream, bench, feeds, take, harm }: Case, expected: Inflated): string | null {
  const way = `fed by ${feeds.join()}, taken by ${take}`
  try {
    const { bytes, outcome } = bench.inflating.run(stream, feeds, take)
    // Flipped bits may make a stream reach back past a small window, where zlib still follows it.
    if (harm === "turned" && outcome === "damaged" && expected.outcome !== "ended") return null
    if (outcome !== expected.outcome) return `${outcome} where zlib finds it ${expected.outcome}, ${way}`
    if (outcome === "ended" && Buffer.compare(bytes, expected.bytes) !== 0)
      return `other bytes than zlib's, ${way}`
    return null
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}, ${way}`
  }
}
