import { setImmediate } from "node:timers/promises"
import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import { leavingLittleRoom, photo } from "../../../harness/jpeg-pictures.ts"
import { openJpeg } from "../../../sheet/raster/jpeg/open-jpeg.ts"
import { makeMaster } from "../../../sheet/raster/make-master.ts"
import { maxChunkBytes } from "../../../sheet/raster/png-writer.ts"
import { WAITING_BYTES } from "../../../sheet/raster/push-to-pull.ts"

const host = await openNodeHost()

/** Turns of the event loop, more than a decoder that does not wait needs for these pictures. */
const IDLE_TURNS = 100

/**
 * Reads a master slowly and measures how many bytes were made but not yet asked for. Every byte of
 * the PNG but its chunks' lengths passes through the host's CRC-32 before it is emitted.
 */
async function readSlowly(jpeg: Uint8Array, pulls = Number.POSITIVE_INFINITY) {
  let made = 0
  let read = 0
  let mostHeld = 0
  const counting = {
    ...host,
    crc32(bytes: Uint8Array, crc: number) {
      made += bytes.length
      return host.crc32?.(bytes, crc) ?? 0
    },
  }
  const master = makeMaster(bytesSource(jpeg), "jpeg", counting)
  for (let pull = 0; pull < pulls; pull++) {
    const { done, value } = await master.next()
    if (done) break
    read += value.length
    for (let turn = 0; turn < IDLE_TURNS; turn++) await setImmediate()
    mostHeld = Math.max(mostHeld, made - read)
  }
  await master.return(undefined)
  return { made, read, mostHeld }
}

test.for([
  ["streamed", 1, false],
  ["held, upright", 1, true],
  ["held, upside down", 3, true],
  ["held, on its side", 6, true],
] as const)(
  "a JPEG (%s) is decoded no faster than its master is read",
  async ([_, orientation, progressive]) => {
    const [width, height] = [1600, 1200]
    const jpeg = await photo(width, height).withMetadata({ orientation }).jpeg({ progressive }).toBuffer()
    const { made, read, mostHeld } = await readSlowly(jpeg)
    const widest = Math.max(width, height)
    expect(read).toBeGreaterThan(6 * WAITING_BYTES)
    expect(Math.abs(made - read)).toBeLessThan(8192)
    expect(mostHeld).toBeLessThanOrEqual(WAITING_BYTES + maxChunkBytes(widest))
    // A reader that stops early ends the decoding.
    const reading = await readSlowly(jpeg, 1)
    expect(reading.made).toBeLessThanOrEqual(reading.read + WAITING_BYTES + maxChunkBytes(widest))
  },
)

test("a picture turned in strips pauses in each of them, before the first row too", async () => {
  const jpeg = await photo(3000, 2500).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer()
  const { decode } = await openJpeg(bytesSource(leavingLittleRoom(jpeg)), host)
  const rowsAtPause: number[] = []
  let rows = 0
  await decode(
    () => {
      rows++
    },
    async () => {
      rowsAtPause.push(rows)
    },
  )
  expect(rows).toBe(3000)
  expect(rowsAtPause.filter((count) => count === 0).length).toBeGreaterThan(100)
  for (let i = 1; i < rowsAtPause.length; i++)
    expect(rowsAtPause[i] - rowsAtPause[i - 1]).toBeLessThanOrEqual(16)
})
