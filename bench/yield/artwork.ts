import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { honestDrawings } from "../../harness/fuzz/svg-honest.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { sized } from "../../harness/smoke.ts"
import { artworkDir, makeArtwork } from "../render/artwork.ts"

/** A file of artwork in memory. */
export type Artwork = { name: string; bytes: Uint8Array }

const drawn = ["photo.png", "flat.png", "progressive.jpg", "unique-00.png"]
const fixtures = join(import.meta.dirname, "../../harness/jpeg-fixtures")

/** Returns the largest and the slowest artwork of all benches and tests, and that in `folders`. */
export async function testArtwork(folders: readonly string[]): Promise<Artwork[]> {
  const few = [{ name: "logo.svg", bytes: logoSvg() }]
  return sized(
    () => allArtwork(folders),
    async () => few,
  )()
}

async function allArtwork(folders: readonly string[]): Promise<Artwork[]> {
  await makeArtwork(drawn)
  const made = drawn.map((name) => fileIn(artworkDir, name))
  const photo = await sharp(join(artworkDir, "unique-00.png")).toBuffer({ resolveWithObject: true })
  const picture = () => sharp(photo.data, { limitInputPixels: false })
  made.push(
    { name: "interlaced.png", bytes: await picture().png({ progressive: true }).toBuffer() },
    { name: "deep.png", bytes: await picture().toColourspace("rgb16").png().toBuffer() },
    { name: "baseline.jpg", bytes: await picture().jpeg({ quality: 92 }).toBuffer() },
    {
      name: "turned.jpg",
      bytes: await picture().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
    },
    { name: "blank-100MP.png", bytes: await blank(10_000, 10_000) },
    { name: "logo.svg", bytes: logoSvg() },
    ...honestDrawings.map(({ name, make }) => ({
      name: `${name}.svg`,
      bytes: new TextEncoder().encode(make(randomFrom(1))),
    })),
    ...readdirSync(fixtures)
      .filter((name) => name.endsWith(".jpg"))
      .map((name) => fileIn(fixtures, name)),
    ...folders.flatMap(filesIn),
  )
  return made
}

/** Makes a blank picture of the most pixels and few bytes: one read of it gives hundreds of megabytes. */
function blank(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 90, b: 200, alpha: 1 } } })
    .png()
    .toBuffer()
}

function filesIn(folder: string): Artwork[] {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`)
  return readdirSync(folder)
    .filter((name) => /\.(png|jpe?g|svg)$/i.test(name))
    .map((name) => fileIn(folder, name))
}

function fileIn(folder: string, name: string): Artwork {
  return { name, bytes: readFileSync(join(folder, name)) }
}
