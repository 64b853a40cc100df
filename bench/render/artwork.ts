import { existsSync, mkdirSync, renameSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { sized } from "../../harness/smoke.ts"

/**
 * The bench's own seeded artwork, kept in the temporary folder between runs: octaves of noise with
 * film grain have the statistics of photographs; discs and rings with soft edges those of cut-out
 * prints.
 */
export const artworkDir = join(tmpdir(), sized("sheetsmith-bench-artwork-1", "sheetsmith-smoke-artwork"))

export const uniqueCount = sized(60, 4)
/** Returns a length in pixels of artwork, pieces and film at this run's scale. */
export const px = (fullPx: number) => Math.round(fullPx / sized(1, 10))
const UNIQUE_STEP_PX = 16

/** Makes missing artwork; returns the folder. */
export async function makeArtwork(names: string[]): Promise<string> {
  mkdirSync(artworkDir, { recursive: true })
  sharp.cache(false)
  for (const name of names) {
    if (existsSync(join(artworkDir, name))) continue
    if (name.startsWith("unique-")) await makeUnique()
    else await recipes[name]()
  }
  return artworkDir
}

export function uniqueName(index: number): string {
  return `unique-${String(index).padStart(2, "0")}.png`
}

const recipes: Record<string, () => Promise<void>> = {
  "photo.png": () => makeCutOut("photo.png", px(4500), px(4680), 11, true),
  "flat.png": () => makeCutOut("flat.png", px(4500), px(4680), 12, false),
  "small.png": () => makeCutOut("small.png", px(1800), px(1872), 13, true),
  "progressive.jpg": async () => {
    const random = randomOf(14)
    const [width, height] = [px(8064), px(6048)]
    const pixels = makePhoto(width, height, random)
    await save("progressive.jpg", (path) =>
      sharp(pixels, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 90, chromaSubsampling: "4:2:0", progressive: true })
        .toFile(path),
    )
  },
}

/** Makes sixty windows of one large photograph, each shifted, so that no two files share a row. */
async function makeUnique(): Promise<void> {
  const [width, height] = [px(4500), px(5400)]
  const sourceWidth = width + UNIQUE_STEP_PX * uniqueCount
  const sourceHeight = height + UNIQUE_STEP_PX * uniqueCount
  const pixels = makePhoto(sourceWidth, sourceHeight, randomOf(15))
  for (let i = 0; i < uniqueCount; i++) {
    if (existsSync(join(artworkDir, uniqueName(i)))) continue
    const window = { left: i * UNIQUE_STEP_PX, top: i * UNIQUE_STEP_PX, width, height }
    await save(uniqueName(i), (path) =>
      sharp(pixels, {
        raw: { width: sourceWidth, height: sourceHeight, channels: 3 },
        limitInputPixels: false,
      })
        .extract(window)
        .png({ compressionLevel: 4, adaptiveFiltering: true })
        .toFile(path),
    )
  }
}

async function makeCutOut(
  name: string,
  width: number,
  height: number,
  seed: number,
  isPhoto: boolean,
): Promise<void> {
  const random = randomOf(seed)
  const { alpha, colour } = makeShapes(width, height, random)
  const photo = isPhoto ? makePhoto(width, height, random) : null
  const pixels = new Uint8Array(width * height * 4)
  for (let i = 0; i < width * height; i++) {
    if (alpha[i] === 0) continue
    for (let c = 0; c < 3; c++) pixels[i * 4 + c] = photo ? photo[i * 3 + c] : inks[colour[i]][c]
    pixels[i * 4 + 3] = alpha[i]
  }
  await save(name, (path) =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 6, adaptiveFiltering: true })
      .toFile(path),
  )
}

/** Saves a file; it appears under its name only when it is whole. */
async function save(name: string, write: (path: string) => Promise<unknown>): Promise<void> {
  const path = join(artworkDir, name)
  await write(`${path}.part`)
  renameSync(`${path}.part`, path)
}

/**
 * Makes RGB8: noise on grids of 4 to 1000 cells, each finer one weaker, smoothly enlarged; grain on
 * top.
 */
function makePhoto(width: number, height: number, random: () => number): Uint8Array {
  const layers: { cells: Float32Array; columns: number; rows: number; step: number }[] = []
  let amplitude = 90
  for (let cells = 4; cells < 1000; cells = Math.round(cells * 2.3)) {
    const step = width / cells
    const columns = cells + 2
    const rows = Math.ceil(height / step) + 2
    const values = new Float32Array(columns * rows * 3)
    for (let i = 0; i < values.length; i++) values[i] = (random() * 2 - 1) * amplitude
    layers.push({ cells: values, columns, rows, step })
    amplitude *= 0.55
  }
  const pixels = new Uint8ClampedArray(width * height * 3)
  const row = new Float32Array(width * 3)
  for (let y = 0; y < height; y++) {
    row.fill(128)
    for (const layer of layers) addLayer(row, width, y, layer)
    for (let i = 0; i < row.length; i++) {
      pixels[y * row.length + i] = row[i] + (random() + random() - 1) * 8
    }
  }
  return new Uint8Array(pixels.buffer)
}

function addLayer(
  row: Float32Array,
  width: number,
  y: number,
  { cells, columns, step }: { cells: Float32Array; columns: number; step: number },
): void {
  const line = Math.floor(y / step)
  const down = smooth(y / step - line)
  for (let x = 0; x < width; x++) {
    const column = Math.floor(x / step)
    const across = smooth(x / step - column)
    const corner = (line * columns + column) * 3
    for (let c = 0; c < 3; c++) {
      const at = corner + c
      const upper = cells[at] + (cells[at + 3] - cells[at]) * across
      const below = at + columns * 3
      const lower = cells[below] + (cells[below + 3] - cells[below]) * across
      row[x * 3 + c] += upper + (lower - upper) * down
    }
  }
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t)
}

const inks = [
  [0, 0, 0],
  [230, 30, 40],
  [20, 90, 200],
  [250, 210, 30],
  [30, 160, 80],
  [255, 255, 255],
  [20, 20, 20],
  [240, 120, 20],
]

/** Makes forty discs and rings with edges one pixel soft. */
function makeShapes(width: number, height: number, random: () => number) {
  const alpha = new Uint8Array(width * height)
  const colour = new Uint8Array(width * height)
  for (let shape = 0; shape < 40; shape++) {
    const cx = width * (0.2 + 0.6 * random())
    const cy = height * (0.2 + 0.6 * random())
    const radius = Math.min(width, height) * (0.04 + 0.16 * random())
    const hole = random() < 0.3 ? radius * 0.7 : 0
    const ink = 1 + Math.floor(random() * 7)
    for (let y = Math.max(0, Math.floor(cy - radius - 2)); y < Math.min(height, cy + radius + 2); y++) {
      for (let x = Math.max(0, Math.floor(cx - radius - 2)); x < Math.min(width, cx + radius + 2); x++) {
        const distance = Math.hypot(x - cx, y - cy)
        const inside = hole > 0 ? Math.min(radius - distance, distance - hole) : radius - distance
        const cover = Math.max(0, Math.min(1, inside))
        const i = y * width + x
        if (cover * 255 > alpha[i]) alpha[i] = cover * 255
        if (cover >= 0.5) colour[i] = ink
      }
    }
  }
  return { alpha, colour }
}

/** Returns a linear congruential generator (Numerical Recipes), 0 ≤ value < 1. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) / 16777216
  }
}
