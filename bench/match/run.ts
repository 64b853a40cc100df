// `npm run bench -- match [--json]`: ranking images for unmatched order items, in processor time. The
// seller has 5,000 images, named by three words of a hundred; 200 items have such names as SKUs, and
// titles full of other words. An item's own image has to come first. A step is the work between two
// turns of the isolate's other requests.
import type { Id } from "../../contract/id.ts"
import { cpuMs } from "../../harness/cpu-time.ts"
import { seeded } from "../../harness/seeded-random.ts"
import { judge, sized } from "../../harness/smoke.ts"
import { rankArtwork } from "../../worker/flows/artwork/rank-artwork.ts"

const IMAGES = sized(5_000, 200)
const ITEMS = sized(200, 20)
const RUNS = sized(5, 1)
const LONGEST_STEP_MS = 20
const words =
  "acorn amber angel arrow aspen badger bear birch bloom bones brave bunny canyon cedar cherry city cloud clover cobra comet coral cosmic crab crow crystal daisy dawn deer desert dino dragon dream drift eagle ember falcon fern fire flame forest fox frog galaxy garden ghost golden good harbor hawk hero honey horse iris island jade jungle kite lake lark leaf leopard light lily lion lotus luna magic maple meadow mint mist moon moth mountain neon night oak ocean olive orbit owl panda peach pearl plum poppy prairie queen rain raven reef retro ridge river rose ruby sage salty shadow".split(
    " ",
  )

const draw = seeded(7)
const word = () => words[draw(words.length)]
const library = Array.from({ length: IMAGES }, (_, at) => ({
  id: `image-${at}` as Id,
  name: `${word()}-${word()}-${word()}-${at}.png`,
}))
const meant = Array.from({ length: ITEMS }, () => library[draw(IMAGES)])
const wanted = meant.map(({ name }) => {
  const design = name.replace(".png", "")
  const title = `${design.replaceAll("-", " ")} shirt, ${word()} gift for ${word()} lovers, ${word()} graphic tee`
  return { sku: `${design.toUpperCase()}-10IN`, title }
})

const runs = Array.from({ length: RUNS }, () => {
  const steps = rankArtwork(library, wanted, [], 5)
  const startMs = cpuMs()
  let longestMs = 0
  for (;;) {
    const stepMs = cpuMs()
    const { done, value } = steps.next()
    longestMs = Math.max(longestMs, cpuMs() - stepMs)
    if (!done) continue
    const found = value.filter(([best], at) => best?.id === meant[at].id).length
    return { totalMs: cpuMs() - startMs, longestMs, found }
  }
})
const best = (of: (run: (typeof runs)[number]) => number) => Math.min(...runs.map(of))
const found = best((run) => run.found)
const longestMs = best((run) => run.longestMs)
const row = { items: ITEMS, images: IMAGES, found, totalMs: best((run) => run.totalMs), longestMs }
if (process.argv.includes("--json")) console.log(JSON.stringify({ bench: "match", rows: [row] }))
else {
  console.log(`${ITEMS} items, ${IMAGES} images: ${found} have their own image first`)
  console.log(
    `processor time, best of ${RUNS}: ${row.totalMs.toFixed(0)} ms in all, longest step ${longestMs.toFixed(1)} ms`,
  )
}
judge(longestMs <= LONGEST_STEP_MS)
if (found < ITEMS) process.exitCode = 1
