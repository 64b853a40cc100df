import { expect, test } from "vitest"
import { seeded } from "../../../harness/seeded-random.ts"
import { type BitMap, emptyBitMap, isSet, writeRun } from "../../../sheet/mend/bit-map.ts"
import { floodFromBorder } from "../../../sheet/mend/flood.ts"

/** Floods pixel by pixel. */
function floodByPixels(ground: BitMap): BitMap {
  const { widthPx, heightPx } = ground
  const reached = emptyBitMap(widthPx, heightPx)
  const waiting: [number, number][] = []
  const reach = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx || !isSet(ground, x, y) || isSet(reached, x, y))
      return
    writeRun(reached.words, y * reached.stride * 32 + x, y * reached.stride * 32 + x + 1, true)
    waiting.push([x, y])
  }
  for (let x = 0; x < widthPx; x++) for (const y of [0, heightPx - 1]) reach(x, y)
  for (let y = 0; y < heightPx; y++) for (const x of [0, widthPx - 1]) reach(x, y)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [x, y] = next
    reach(x - 1, y)
    reach(x + 1, y)
    reach(x, y - 1)
    reach(x, y + 1)
  }
  return reached
}

test("a flood reaches what is joined to the border by sides, however few runs may wait", async () => {
  const random = seeded(11)
  for (const [widthPx, heightPx, share] of [
    [1, 1, 100],
    [1, 9, 60],
    [33, 1, 60],
    [31, 20, 55],
    [64, 33, 60],
    [97, 70, 65],
    [130, 90, 70],
  ])
    for (const waitingRuns of [1, 3, 1000]) {
      const ground = emptyBitMap(widthPx, heightPx)
      for (let y = 0; y < heightPx; y++)
        for (let x = 0; x < widthPx; x++)
          if (random(100) < share) {
            const bit = y * ground.stride * 32 + x
            writeRun(ground.words, bit, bit + 1, true)
          }
      const expected = floodByPixels(ground)
      const reached = await floodFromBorder(ground, async () => {}, waitingRuns)
      expect(reached, `${widthPx} × ${heightPx}, ${waitingRuns} waiting`).toEqual(expected)
    }
})
