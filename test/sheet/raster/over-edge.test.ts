import { expect, test } from "vitest"
import { lookOverEdge, sidesOver } from "../../../sheet/raster/over-edge.ts"
import { SVG_INSPECT_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { host } from "./decode.ts"

/** As an opened SVG gives its outlines. */
function look(content: string, view = "0 0 400 100") {
  const [, , width, height] = view.split(" ")
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}" preserveAspectRatio="none">${content}</svg>`
  return lookOverEdge(svg, host, SVG_INSPECT_EFFORT)
}

const inside = '<path d="M2 2H398V98H2Z"/>'

test("ink beside the canvas is told by its side, and ink up to the edge is not", async () => {
  for (const content of [inside, '<path d="M0 0H400V100H0Z"/>', '<path d="M0.2 0L400 100L0 99.8Z"/>'])
    expect(sidesOver(await look(content), null)).toEqual(new Set())
  const over = async (content: string, view?: string) =>
    [...sidesOver(await look(content, view), null)].sort()
  expect(await over(`${inside}<path d="M390 40H404V60H390Z"/>`)).toEqual(["right"])
  expect(await over('<path d="M-3 40H900V60H-3Z"/>')).toEqual(["left", "right"])
  expect(await over('<path d="M40 -2H60V102H40Z"/>')).toEqual(["bottom", "top"])
  // The canvas may begin anywhere, and be of any unit.
  expect(await over('<path d="M110 95H130V98H110Z"/>', "100 90 40 10")).toEqual([])
  expect(await over('<path d="M138 95H140.5V98H138Z"/>', "100 90 40 10")).toEqual(["right"])
})

test("what another drawing has there already does not count", async () => {
  const bleed = '<path d="M-20 -20H420V50H-20Z"/>'
  const base = await look(bleed)
  expect(sidesOver(await look(`${bleed}<path d="M40 40H410V45H40Z"/>`), base)).toEqual(new Set())
  expect(sidesOver(await look(`${bleed}<path d="M40 60H410V80H40Z"/>`), base)).toEqual(new Set(["right"]))
})
