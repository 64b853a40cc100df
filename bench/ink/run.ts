import { parseArgs } from "node:util"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource } from "../../harness/bytes.ts"
import { cpuMs } from "../../harness/cpu-time.ts"
import { drawInkPictures, type InkPicture } from "../../harness/ink-pictures.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { checkInk } from "../../sheet/ink/check-ink.ts"
import { type InkCode, type InkFinding, inkCodes } from "../../sheet/ink/finding.ts"
import { SVG_INSPECT_WIDTH_PX } from "../../sheet/raster/limits.ts"
import { openArtwork } from "../../sheet/raster/open-artwork.ts"
import { SVG_STAMP_EFFORT } from "../../sheet/raster/svg/svg-limit.ts"
import { measureTruth } from "./truth.ts"

/**
 * `npm run bench -- ink [--json] [--seed=N] [--quick]`: the findings of 80 drawn pictures with known faults
 * and 40 clean ones. Prints recall and precision of each code, the pictures where they fail, whether an
 * independent measure agrees with what was drawn (not with `--quick`), and the time of the check beside
 * that of decoding alone.
 */
const LEAST_RECALL = 0.98
const LEAST_PRECISION = 0.95
const MOST_TIME = 0.3
/** The runs of which the shortest counts. */
const RUNS = sized(3, 1)

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
})
const host = await openNodeHost()
const pictures = await drawInkPictures(Number(values.seed), sized(1, 0.17))
const counts = new Map(inkCodes.map((code) => [code, { right: 0, missed: 0, wrong: 0 }]))
const lines: string[] = []
let [decodeMs, checkMs, proved, disproved] = [0, 0, 0, 0]

for (const picture of pictures) {
  const findings = await time(picture)
  const reported = new Set(findings.map(({ code }) => code))
  const drawn = new Set(picture.faults)
  for (const [code, count] of counts) {
    if (drawn.has(code) && reported.has(code)) count.right++
    if (drawn.has(code) && !reported.has(code)) count.missed++
    if (!drawn.has(code) && reported.has(code)) count.wrong++
  }
  const text = (codes: Set<InkCode>, others: Set<InkCode>, word: string) =>
    [...codes].filter((code) => !others.has(code)).map((code) => `${word} ${code}`)
  const failures = [...text(drawn, reported, "missed"), ...text(reported, drawn, "wrong")]
  if (failures.length > 0)
    lines.push(
      `${picture.name} at ${picture.dpi} DPI: ${failures.join(", ")} (${findings.map(({ code, figure }) => `${code} ${figure}`).join(", ")})`,
    )
  if (values.quick) continue
  for (const [code, isTrue] of await measureTruth(picture)) {
    if (isTrue === drawn.has(code)) proved++
    else {
      disproved++
      lines.push(`${picture.name}: drawn ${drawn.has(code) ? "with" : "without"} ${code}, measured otherwise`)
    }
  }
}

const rows = [...counts].map(([code, { right, missed, wrong }]) => ({
  code,
  pictures: right + missed,
  recall: right + missed === 0 ? 1 : right / (right + missed),
  precision: right + wrong === 0 ? 1 : right / (right + wrong),
}))
const timeRatio = Number(((checkMs - decodeMs) / decodeMs).toFixed(2))
if (values.json) console.log(JSON.stringify({ bench: "ink", rows, timeRatio, proved, disproved }))
else {
  for (const { code, pictures: count, recall, precision } of rows)
    console.log(
      `${code.padEnd(16)} ${String(count).padStart(3)} pictures, recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}`,
    )
  for (const line of lines) console.log(line)
  console.log(
    `${pictures.length} pictures; an independent measure agrees with ${proved} of ${proved + disproved} facts`,
  )
  console.log(
    `decoding ${decodeMs.toFixed(0)} ms of processor, checks ${(checkMs - decodeMs).toFixed(0)} ms more: ${timeRatio} of it`,
  )
}
judge(rows.every(({ recall, precision }) => recall >= LEAST_RECALL && precision >= LEAST_PRECISION))
judge(timeRatio <= MOST_TIME && disproved === 0)

/** Checks a picture and adds the times of decoding it alone and with the check. */
async function time(picture: InkPicture): Promise<InkFinding[]> {
  const { bytes, kind, widthMm, dpi, limits, hasWhite } = picture
  const mmPerPx = kind === "svg" ? widthMm / SVG_INSPECT_WIDTH_PX : 25.4 / dpi
  let findings: InkFinding[] = []
  let [leastDecode, leastCheck] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let run = 0; run < RUNS; run++) {
    const startMs = cpuMs()
    const widthPx = Math.round((widthMm * 300) / 25.4)
    const artwork = await openArtwork(bytesSource(bytes), kind, host, { widthPx, effort: SVG_STAMP_EFFORT })
    await artwork.decode(() => {})
    const decodedMs = cpuMs()
    findings = (await checkInk(bytesSource(bytes), kind, host, { mmPerPx, limits, hasWhite })).findings
    leastDecode = Math.min(leastDecode, decodedMs - startMs)
    leastCheck = Math.min(leastCheck, cpuMs() - decodedMs)
  }
  decodeMs += leastDecode
  checkMs += leastCheck
  return findings
}
