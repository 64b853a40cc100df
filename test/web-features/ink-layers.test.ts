import { expect, test } from "vitest"
import type { Image } from "../../contract/artwork/image.ts"
import { makeId } from "../../contract/id.ts"
import { type LayerTemplate, layerOptions } from "../../web/features/images/ink-calls.ts"

const image = { _id: "moth", updatedAt: "2026-03-01T00:00:00.000Z", fields: [], widthPx: 900, heightPx: 600 }

const [film, other] = [makeId(1), makeId(2)]

const whiteOf = (chokePx: number | null) => ({ isOn: chokePx !== null, chokePx: chokePx ?? 7 })

/** Returns the name under which a drawn layer is kept: 3 in wide, with white of this choke, or none of the files' own. */
function keptAs(layer: "white" | "proof", chokePx: number | null, template: Partial<LayerTemplate> = {}) {
  const destination = { white: whiteOf(chokePx) }
  const under = { _id: film, dpi: 300, trim: true, destination, ...template }
  return layerOptions(image as unknown as Image, layer, { widthIn: 3, template: under }).queryKey
}

test("a layer that was drawn is kept until the template or its destination lays white, or mixes colours, in another way", () => {
  for (const layer of ["white", "proof"] as const) {
    expect(keptAs(layer, 5)).toEqual(keptAs(layer, 5))
    expect(keptAs(layer, 5)).not.toEqual(keptAs(layer, 6))
    expect(keptAs(layer, 7)).not.toEqual(keptAs(layer, null))
    expect(keptAs(layer, 5)).not.toEqual(keptAs(layer, 5, { dpi: 150 }))
    expect(keptAs(layer, 5)).not.toEqual(keptAs(layer, 5, { trim: false }))
    expect(keptAs(layer, null)).toEqual(keptAs(layer, null, { destination: null }))
    expect(keptAs(layer, 5, { _id: other })[4]).toMatchObject({ sheetTemplateId: other })
  }
  const pressed = (uploadedAt: string) => ({
    profile: { name: "Film", colours: "CMYK", uploadedAt },
  })
  expect(keptAs("proof", 5)).not.toEqual(keptAs("proof", 5, pressed("a")))
  expect(keptAs("proof", 5, pressed("a"))).not.toEqual(keptAs("proof", 5, pressed("b")))
  expect(keptAs("white", 5)).toEqual(keptAs("white", 5, pressed("a")))
  const unknown = { widthIn: 3, template: null }
  expect(layerOptions(image as unknown as Image, "white", unknown).enabled).toBe(false)
})
