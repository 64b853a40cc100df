import { readFileSync } from "node:fs"
import { join } from "node:path"
import sharp, { type OverlayOptions } from "sharp"
import type { RenderJob } from "./worker.ts"

/**
 * The same job in native sharp, one thread, PNG compression level 1, in its own process:
 * node sharp-job.ts JOB.json ARTWORK_DIR OUT.png — prints {"wallMs": …, "cpuMs": …}.
 */
const [jobFile, artworkDir, outFile] = process.argv.slice(2)
const job = JSON.parse(readFileSync(jobFile, "utf8")) as RenderJob
sharp.concurrency(1)
sharp.cache(false)
const startedMs = performance.now()
const usageBefore = process.cpuUsage()
if (job.sheet) await renderSheet(job, job.sheet)
else await renderStamp(job.stamps[0])
const wallMs = performance.now() - startedMs
const { user, system } = process.cpuUsage(usageBefore)
console.log(JSON.stringify({ wallMs, cpuMs: (user + system) / 1000 }))

async function renderSheet({ stamps }: RenderJob, sheet: NonNullable<RenderJob["sheet"]>): Promise<void> {
  const pixels = new Map<string, OverlayOptions>()
  for (const { name, file, spec } of stamps) {
    const { data, info } = await sharp(join(artworkDir, file))
      .resize(spec.widthPx, spec.heightPx, { fit: "fill", kernel: "lanczos3" })
      .raw()
      .toBuffer({ resolveWithObject: true })
    pixels.set(name, {
      input: data,
      raw: { width: info.width, height: info.height, channels: info.channels },
    })
  }
  const create = {
    width: sheet.widthPx,
    height: sheet.lengthPx,
    channels: 4 as const,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  }
  await sharp({ create, limitInputPixels: false })
    .composite(sheet.placements.map(({ stamp, x, y }) => ({ ...pixels.get(stamp), left: x, top: y })))
    .withMetadata({ density: sheet.dpi })
    .png({ compressionLevel: 1, adaptiveFiltering: false })
    .toFile(outFile)
}

async function renderStamp({ file, spec }: RenderJob["stamps"][number]): Promise<void> {
  await sharp(join(artworkDir, file))
    .resize(spec.widthPx, spec.heightPx, { fit: "fill", kernel: "lanczos3" })
    .png({ compressionLevel: 1, adaptiveFiltering: false })
    .toFile(outFile)
}
