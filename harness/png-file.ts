import { crc32, deflateSync } from "node:zlib"

/**
 * An independent, plain PNG writer for every colour type, depth, filter and interlacing: fixtures,
 * not products.
 */
export type PngFixture = {
  width: number
  height: number
  depth: 1 | 2 | 4 | 8 | 16
  colourType: 0 | 2 | 3 | 4 | 6
  /** One number a sample, row by row. */
  samples: Uint16Array
  interlaced?: boolean
  palette?: number[][]
  transparency?: number[]
  /** The filter of row y; all five in turn if absent. */
  filterOf?: (y: number) => number
  extraChunks?: Buffer[]
  /** IDAT is cut into pieces of this many bytes. */
  pieceBytes?: number
}

const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function writePng(fixture: PngFixture): Uint8Array {
  const { width, height, depth, colourType, interlaced, palette, transparency, pieceBytes = 100 } = fixture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8)
  const chunks = [chunk("IHDR", header), ...(fixture.extraChunks ?? [])]
  if (palette) chunks.push(chunk("PLTE", Buffer.from(palette.flat())))
  if (transparency) chunks.push(chunk("tRNS", Buffer.from(transparency)))
  const data = deflateSync(interlaced ? interlacedRows(fixture) : plainRows(fixture))
  for (let at = 0; at < data.length; at += pieceBytes)
    chunks.push(chunk("IDAT", data.subarray(at, at + pieceBytes)))
  chunks.push(chunk("IEND", Buffer.alloc(0)))
  return new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]))
}

export function chunk(name: string, body: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + body.length)
  bytes.writeUInt32BE(body.length, 0)
  bytes.write(name, 4, "latin1")
  bytes.set(body, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length)
  return bytes
}

function plainRows(fixture: PngFixture): Buffer {
  const columns = Array.from({ length: fixture.width }, (_, x) => x)
  const rows = Array.from({ length: fixture.height }, (_, y) => y)
  return filteredRows(fixture, columns, rows)
}

/**
 * The pass of each pixel of an 8 × 8 tile, as the standard's figure shows the seven passes.
 */
const tile = ["16462646", "77777777", "56565656", "77777777", "36463646", "77777777", "56565656", "77777777"]

function interlacedRows(fixture: PngFixture): Buffer {
  const parts: Buffer[] = []
  for (const pass of "1234567") {
    const inPass = (x: number, y: number) => tile[y % 8][x % 8] === pass
    const rows = Array.from({ length: fixture.height }, (_, y) => y).filter((y) => tile[y % 8].includes(pass))
    const columns = Array.from({ length: fixture.width }, (_, x) => x).filter((x) =>
      rows.some((y) => inPass(x, y)),
    )
    if (rows.length > 0 && columns.length > 0) parts.push(filteredRows(fixture, columns, rows))
  }
  return Buffer.concat(parts)
}

function filteredRows(fixture: PngFixture, columns: number[], rows: number[]): Buffer {
  const { depth, colourType, width, samples } = fixture
  const count = channels[colourType]
  const rowBytes = Math.ceil((columns.length * count * depth) / 8)
  const step = Math.max(1, (count * depth) >> 3)
  const filtered = Buffer.alloc(rows.length * (rowBytes + 1))
  let above = Buffer.alloc(rowBytes)
  rows.forEach((y, i) => {
    const row = Buffer.alloc(rowBytes)
    columns.forEach((x, column) => {
      for (let c = 0; c < count; c++)
        putSample(row, column * count + c, depth, samples[(y * width + x) * count + c])
    })
    const filter = fixture.filterOf ? fixture.filterOf(i) : i % 5
    const start = i * (rowBytes + 1)
    filtered[start] = filter
    for (let k = 0; k < rowBytes; k++) {
      const left = k >= step ? row[k - step] : 0
      const corner = k >= step ? above[k - step] : 0
      filtered[start + 1 + k] = row[k] - predicted(filter, left, above[k], corner)
    }
    above = row
  })
  return filtered
}

function putSample(row: Buffer, index: number, depth: number, value: number): void {
  if (depth === 16) row.writeUInt16BE(value, index * 2)
  else if (depth === 8) row[index] = value
  else {
    const bit = index * depth
    row[bit >> 3] |= value << (8 - depth - (bit & 7))
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return Math.floor((left + up) / 2)
  if (filter !== 4) return 0
  const estimate = left + up - corner
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(estimate - value))
  return a <= b && a <= c ? left : b <= c ? up : corner
}
