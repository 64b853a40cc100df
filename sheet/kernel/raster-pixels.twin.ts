/** Readable twins of _raster-pixels.as.ts and _raster-adler.as.ts: same bytes from plain loops. */

type AlphaScan = { first: number; end: number; inked: number; soft: number }

/**
 * Returns the first column with alpha > 0 (or the width), one past the last (or 0), the pixels with
 * alpha > 0, and those of them below 255.
 */
export function scanAlpha(row: Uint8Array): AlphaScan {
  const width = row.length / 4
  const scan = { first: width, end: 0, inked: 0, soft: 0 }
  for (let x = 0; x < width; x++) {
    const alpha = row[x * 4 + 3]
    if (alpha === 0) continue
    if (scan.inked === 0) scan.first = x
    scan.end = x + 1
    scan.inked++
    if (alpha < 255) scan.soft++
  }
  return scan
}

/**
 * Counts half-transparent pixels with half-transparent neighbours on all eight sides. Beyond either
 * end the row's last pixel counts again.
 */
export function countSoft(above: Uint8Array, row: Uint8Array, below: Uint8Array): number {
  const width = row.length / 4
  const isHalf = (pixels: Uint8Array, x: number) => {
    const alpha = pixels[Math.min(width - 1, Math.max(0, x)) * 4 + 3]
    return alpha > 0 && alpha < 255
  }
  let soft = 0
  for (let x = 0; x < width; x++) {
    const block = [above, row, below].flatMap((pixels) => [-1, 0, 1].map((step) => isHalf(pixels, x + step)))
    if (block.every(Boolean)) soft++
  }
  return soft
}

/** Returns the target row, with the source's pixels wherever those are not fully transparent. */
export function copyInk(target: Uint8Array, source: Uint8Array): Uint8Array {
  const row = target.slice()
  for (let i = 0; i < source.length; i += 4) if (source[i + 3] > 0) row.set(source.subarray(i, i + 4), i)
  return row
}

/** Returns the row with its pixels back to front. */
export function mirrorRow(row: Uint8Array): Uint8Array {
  const width = row.length / 4
  const mirrored = new Uint8Array(row.length)
  for (let x = 0; x < width; x++) mirrored.set(row.subarray(x * 4, x * 4 + 4), (width - 1 - x) * 4)
  return mirrored
}

/**
 * Returns columns `first` … `first + count − 1` of a picture, each read from foot to head, as rows: a
 * clockwise quarter turn.
 */
export function turnColumns(picture: Uint8Array, columns: number, first: number, count: number): Uint8Array {
  const rows = picture.length / (columns * 4)
  const turned = new Uint8Array(count * rows * 4)
  for (let k = 0; k < count; k++) {
    for (let x = 0; x < rows; x++) {
      const from = ((rows - 1 - x) * columns + first + k) * 4
      turned.set(picture.subarray(from, from + 4), (k * rows + x) * 4)
    }
  }
  return turned
}

/** Applies PNG filter Up; `above` is the row above the first. Each row gets its filter byte in front. */
export function filterRows(rows: Uint8Array, above: Uint8Array): Uint8Array {
  const rowBytes = above.length
  const count = rows.length / rowBytes
  const filtered = new Uint8Array(count * (rowBytes + 1))
  for (let y = 0; y < count; y++) {
    filtered[y * (rowBytes + 1)] = 2
    for (let i = 0; i < rowBytes; i++) {
      const up = y === 0 ? above[i] : rows[(y - 1) * rowBytes + i]
      filtered[y * (rowBytes + 1) + 1 + i] = rows[y * rowBytes + i] - up
    }
  }
  return filtered
}

export function unfilterRows(filtered: Uint8Array, above: Uint8Array): Uint8Array {
  const rowBytes = above.length
  const count = filtered.length / (rowBytes + 1)
  const rows = new Uint8Array(count * rowBytes)
  for (let y = 0; y < count; y++) {
    for (let i = 0; i < rowBytes; i++) {
      const up = y === 0 ? above[i] : rows[(y - 1) * rowBytes + i]
      rows[y * rowBytes + i] = filtered[y * (rowBytes + 1) + 1 + i] + up
    }
  }
  return rows
}

/** Continues an Adler-32 (RFC 1950) over more bytes. */
export function adler32(bytes: Uint8Array, adler: number): number {
  let low = adler & 0xffff
  let high = adler >>> 16
  for (const byte of bytes) {
    low = (low + byte) % 65521
    high = (high + low) % 65521
  }
  return ((high << 16) | low) >>> 0
}
