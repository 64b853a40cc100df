import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { expect, test } from "vitest"
import { chunk, type PngFixture, writePng } from "../../../harness/png-file.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { openPng } from "../../../sheet/raster/open-png.ts"
import { decodeAll, host, largestDifference } from "./decode.ts"

const kinds: Pick<PngFixture, "colourType" | "depth">[] = [
  ...([1, 2, 4, 8, 16] as const).map((depth) => ({ colourType: 0 as const, depth })),
  ...([8, 16] as const).map((depth) => ({ colourType: 2 as const, depth })),
  ...([1, 2, 4, 8] as const).map((depth) => ({ colourType: 3 as const, depth })),
  ...([8, 16] as const).map((depth) => ({ colourType: 4 as const, depth })),
  ...([8, 16] as const).map((depth) => ({ colourType: 6 as const, depth })),
]
const sizes = [
  [1, 1],
  [1, 9],
  [5, 3],
  [8, 8],
  [13, 21],
  [70, 40],
]

function fixtureOf(kind: (typeof kinds)[number], [width, height]: number[], seed: number): PngFixture {
  const random = seeded(seed)
  const count = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[kind.colourType]
  const samples = new Uint16Array(width * height * count)
  for (let i = 0; i < samples.length; i++) samples[i] = random(1 << kind.depth)
  const colours = 1 << Math.min(8, kind.depth)
  const palette =
    kind.colourType === 3
      ? Array.from({ length: colours }, () => [random(256), random(256), random(256)])
      : undefined
  return { ...kind, width, height, samples, palette }
}

async function sharpPixels(png: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(png).toColourspace("srgb").ensureAlpha().raw().toBuffer())
}

for (const interlaced of [false, true]) {
  test(`decodes every colour type and depth as sharp does${interlaced ? ", interlaced" : ""}`, async () => {
    for (const [k, kind] of kinds.entries()) {
      for (const size of sizes) {
        const png = writePng({ ...fixtureOf(kind, size, k * 100 + size[0]), interlaced })
        const ours = await decodeAll(png)
        // sharp cuts 16 bits down to 8, we round as the standard asks.
        const tolerance = kind.depth === 16 ? 1 : 0
        const difference = largestDifference(ours.rgba, await sharpPixels(png))
        expect(difference, JSON.stringify({ ...kind, size })).toBeLessThanOrEqual(tolerance)
      }
    }
  })
}

test("applies tRNS to palettes, grey and RGB, at 8 and 16 bits", async () => {
  for (const [k, kind] of kinds.entries()) {
    if (kind.colourType > 3) continue
    const fixture = fixtureOf(kind, [33, 20], k + 7)
    const { samples, depth, colourType } = fixture
    // The colour of the first pixel; a few more pixels get it too.
    const count = colourType === 2 ? 3 : 1
    for (let x = 4; x < 30; x += 3) samples.copyWithin(x * count, 0, count)
    const big = (value: number) => [value >> 8, value & 255]
    const transparency =
      colourType === 3
        ? Array.from({ length: (1 << depth) - 1 }, (_, i) => (i * 37) % 256)
        : Array.from(samples.subarray(0, count), big).flat()
    for (const interlaced of [false, true]) {
      const png = writePng({ ...fixture, transparency, interlaced })
      const ours = await decodeAll(png)
      const tolerance = depth === 16 ? 1 : 0
      const difference = largestDifference(ours.rgba, await sharpPixels(png))
      expect(difference, JSON.stringify({ ...kind, interlaced })).toBeLessThanOrEqual(tolerance)
    }
  }
})

test("twenty flat pictures with blank ends keep every row, wherever their streams end", async () => {
  const width = 1500
  const ink = Uint8Array.of(200, 60, 60, 255)
  // The end of the one of 406 rows meets the end of the inflater's window.
  for (let height = 400; height < 420; height++) {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    header.set([8, 6, 0, 0, 0], 8)
    const rows = Buffer.alloc((width * 4 + 1) * height)
    for (let y = 0; y < 40; y++) rows.fill(ink, y * (width * 4 + 1) + 1, (y + 1) * (width * 4 + 1))
    const data = deflateSync(rows, { level: 9 })
    const chunks = [chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]
    const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks])
    const { rgba } = await decodeAll(new Uint8Array(png))
    expect(Buffer.compare(rgba, await sharpPixels(png)), `${height} rows`).toBe(0)
  }
})

test("16-bit samples are rounded to the nearest of 256 levels", async () => {
  const samples = Uint16Array.from({ length: 4096 }, (_, i) => i * 16 + (i % 16))
  const { rgba } = await decodeAll(writePng({ width: 4096, height: 1, depth: 16, colourType: 0, samples }))
  for (let i = 0; i < samples.length; i++) expect(rgba[i * 4]).toBe(Math.round((samples[i] * 255) / 65535))
})

test("the same file decodes the same with a bare host", async () => {
  const bare = { ...host, crc32: undefined }
  for (const interlaced of [false, true]) {
    const png = writePng({
      ...fixtureOf({ colourType: 6, depth: 8 }, [200, 150], 3),
      interlaced,
      pieceBytes: 8192,
    })
    const direct = await decodeAll(png, { pieceBytes: 777 })
    const plain = await decodeAll(png, { host: bare, pieceBytes: 777 })
    expect(plain.rgba).toEqual(direct.rgba)
    await expect(decodeAll(png.subarray(0, -20), { host: bare })).rejects.toBeInstanceOf(ArtworkError)
  }
})

test("a PNG cut anywhere is the same picture: between chunks, in them, in zlib's header and checksum", async () => {
  for (const interlaced of [false, true]) {
    const fixture = { ...fixtureOf({ colourType: 6, depth: 8 }, [9, 7], 4), interlaced }
    const png = writePng({ ...fixture, pieceBytes: 1 << 20 })
    const { rgba } = await decodeAll(png)
    const expectSame = async (bytes: Uint8Array, pieceBytes: number, where: string) =>
      expect((await decodeAll(bytes, { pieceBytes })).rgba, where).toEqual(rgba)
    // Signature and IHDR, one IDAT, IEND.
    const data = png.subarray(33 + 8, png.length - 4 - 12)
    const empty = chunk("IDAT", Buffer.alloc(0))
    for (let cut = 0; cut <= data.length; cut += interlaced ? 5 : 1) {
      const two = [chunk("IDAT", data.subarray(0, cut)), empty, chunk("IDAT", data.subarray(cut))]
      const whole = Buffer.concat([png.subarray(0, 33), empty, ...two, empty, png.subarray(-12)])
      await expectSame(new Uint8Array(whole), 1 + (cut % 40), `IDAT cut at ${cut}`)
    }
    for (let pieceBytes = 1; pieceBytes < png.length; pieceBytes += pieceBytes < 20 ? 1 : 9) {
      await expectSame(png, pieceBytes, `fed by ${pieceBytes}`)
      await expectSame(writePng({ ...fixture, pieceBytes }), 1000, `IDATs of ${pieceBytes}`)
    }
  }
})

test("ignores gamma, converts an embedded profile, and says when it cannot", async () => {
  const fixture = fixtureOf({ colourType: 2, depth: 8 }, [40, 30], 5)
  const plain = await decodeAll(writePng(fixture))
  const gamma = chunk("gAMA", Buffer.from([0, 0, 0xff, 0xff]))
  expect((await decodeAll(writePng({ ...fixture, extraChunks: [gamma] }))).rgba).toEqual(plain.rgba)

  const pixels = { raw: { width: 40, height: 30, channels: 3 as const } }
  const p3 = new Uint8Array(
    await sharp(plainRgb(fixture), pixels).withIccProfile("p3", { attach: true }).png().toBuffer(),
  )
  const converted = await decodeAll(p3)
  expect(converted.warnings).toEqual([])
  const back = new Uint8Array(await sharp(p3).toColourspace("srgb").ensureAlpha().raw().toBuffer())
  expect(largestDifference(converted.rgba, back)).toBeLessThanOrEqual(3)

  // However long it is.
  const { icc } = await sharp(p3).metadata()
  const [short, long] = await Promise.all(
    [0, 50_001].map((bytes) => {
      const profile = deflateSync(Buffer.concat([icc ?? Buffer.of(), Buffer.alloc(bytes)]))
      const iccp = chunk("iCCP", Buffer.concat([Buffer.from("x\0\0", "latin1"), profile]))
      return decodeAll(writePng({ ...fixture, extraChunks: [iccp] }))
    }),
  )
  expect(long.rgba).toEqual(short.rgba)
  expect(long.rgba).not.toEqual(plain.rgba)

  const broken = chunk("iCCP", Buffer.from("name\0\0this is not zlib", "latin1"))
  const bomb = chunk(
    "iCCP",
    Buffer.concat([Buffer.from("x\0\0", "latin1"), deflateSync(Buffer.alloc(20 << 20))]),
  )
  for (const extra of [broken, bomb]) {
    const decoded = await decodeAll(writePng({ ...fixture, extraChunks: [extra] }))
    expect(decoded.rgba).toEqual(plain.rgba)
    expect(decoded.warnings.join()).toContain("The colour profile in this picture was ignored")
  }
})

test("refuses what is wrong in a PNG, in words for the seller", async () => {
  const fixture = fixtureOf({ colourType: 3, depth: 4 }, [9, 9], 6)
  const few = { ...fixture, palette: fixture.palette?.slice(0, 2) }
  const wrong: [Uint8Array, RegExp][] = [
    [writePng({ ...fixture, palette: undefined }), /palette is missing/],
    [writePng(few), /not in its palette/],
    [writePng({ ...fixture, transparency: new Array(17).fill(3) }), /transparency table/],
    [writePng({ ...fixture, filterOf: () => 5 }), /unknown filter/],
    [writePng({ ...fixture, height: 8 }).subarray(0, 60), /ends too early/],
    [patched(writePng(fixture), 24, 3), /checksum of its IHDR/],
    [new Uint8Array(100), /begin as a PNG/],
  ]
  for (const [png, reason] of wrong) {
    const error = await decodeAll(png).catch((caught) => caught)
    expect(error).toBeInstanceOf(ArtworkError)
    expect(error.code).toBe("damaged")
    expect(error.message).toMatch(reason)
  }
})

test("decoding ends the source it reads, also when it fails", async () => {
  const png = writePng(fixtureOf({ colourType: 6, depth: 8 }, [64, 64], 9))
  let open = 0
  const source = (bytes: Uint8Array) => async () => {
    open++
    let isSent = false
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isSent) {
          controller.close()
          open--
        } else controller.enqueue(bytes)
        isSent = true
      },
      cancel() {
        open--
      },
    })
  }
  const good = await openPng(source(png), host)
  await good.decode(() => undefined)
  const thrown = good.decode(() => {
    throw new Error("the consumer gave up")
  })
  await expect(thrown).rejects.toThrow("the consumer gave up")
  expect(open).toBe(0)
})

function plainRgb({ samples }: PngFixture): Buffer {
  return Buffer.from(Uint8Array.from(samples))
}

function patched(png: Uint8Array, at: number, value: number): Uint8Array {
  const copy = png.slice()
  copy[at] = value
  return copy
}
