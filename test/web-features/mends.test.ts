import { expect, test } from "vitest"
import type { Image, MendChange } from "../../contract/artwork/image.ts"
import type { InkFinding } from "../../contract/artwork/ink.ts"
import { type Mend, type MendInput, mendSchema } from "../../contract/artwork/mend.ts"
import type { Id } from "../../contract/id.ts"
import { MAX_BULK_IDS } from "../../contract/limit.ts"
import { callsOf, changedBy, countMends, mendedAlike, ofKinds } from "../../web/features/images/mend-plan.ts"
import { doneWords, mendAction, mendWords, planWords } from "../../web/features/images/mend-words.ts"
import { leftToLookAt } from "../../web/features/mends/left-to-look-at.ts"
import {
  addAsked,
  addMend,
  changeMend,
  draftOf,
  isSameDraft,
  isScaleKnown,
  mendsBefore,
  moveMend,
  removeMend,
  savedOf,
} from "../../web/features/mends/mend-draft.ts"
import { mendedOptions } from "../../web/features/mends/mend-drawing-calls.ts"
import {
  drawingWords,
  mendBounds,
  mendGroups,
  summaryOf,
  thresholdOf,
  thresholdPercent,
  usualMends,
} from "../../web/features/mends/mend-kinds.ts"
import type { MendAnswer, MendTask } from "../../web/features/mends/mend-task.ts"
import { MendRefusal, MendThread, Replaced, type ThreadPort } from "../../web/features/mends/mend-thread.ts"
import { middleOf, placeOver, roomOf } from "../../web/features/mends/stage-places.ts"

const mend = (input: MendInput): Mend => mendSchema.parse(input)
const background = mend({ kind: "remove-background", from: "edges", colour: "#ffffff", tolerance: 6 })
const harden = mend({ kind: "harden", threshold: 128 })
const outline = mend({ kind: "outline", mm: 2, colour: "#ffffff" })
const crop = mend({ kind: "crop", x: 100, y: 100, width: 500, height: 500 })
const turn = mend({ kind: "turn", degrees: 90 })

const kindsOf = (mends: readonly Mend[]) => mends.map(({ kind }) => kind)

test("with texts, a picture is as printed once its mends are saved, and is drawn anew once they are made", () => {
  const image = { fields: [], layers: [], mends: [outline], updatedAt: "1" } as unknown as Image
  const texted = { ...image, fields: [{ name: "name" }] } as unknown as Image
  expect(isScaleKnown(image, [crop, outline])).toBe(true)
  expect(isScaleKnown(texted, [crop, outline])).toBe(false)
  expect(isScaleKnown(texted, [outline])).toBe(true)
  const keyOf = (one: Image) => mendedOptions(one, { mends: [outline], widthPx: 9, widthIn: 3 }).queryKey
  expect(keyOf({ ...image, updatedAt: "2" })).toEqual(keyOf(image))
  expect(keyOf({ ...texted, updatedAt: "2" })).not.toEqual(keyOf(texted))
})

test("what would be mended on several images is said in one sentence, and is one call for as many as it takes", () => {
  const asked = new Map([
    ["a", [background, harden]],
    ["b", [harden]],
    ["c", [harden]],
    ["d", [background]],
    ["e", [harden]],
  ])
  const counts = countMends(asked)
  expect(planWords(counts)).toBe("Harden edges on 4 images, remove the background of 2")
  expect(planWords(counts.slice(1))).toBe("Remove the background of 2 images")
  expect(ofKinds(asked, new Set(["remove-background"]))).toEqual(
    new Map([
      ["a", [background]],
      ["d", [background]],
    ]),
  )
  expect(mendedAlike(asked)).toEqual([
    { ids: ["a"], mends: [background, harden] },
    { ids: ["b", "c", "e"], mends: [harden] },
    { ids: ["d"], mends: [background] },
  ])
  const each = Array.from({ length: MAX_BULK_IDS + 1 }, (_, i) => ({ ...outline, mm: 1 + i / 1000 }))
  const parts = mendedAlike(new Map(each.map((own, i) => [String(i), [own]])))
  const calls = callsOf(parts.map((part) => ({ ...part, mode: "fit" })))
  expect(calls.map((call) => call.length)).toEqual([MAX_BULK_IDS, 1])
  expect(calls.flat().map(({ ids, mends }) => [ids, mends])).toEqual(
    each.map((own, i) => [[String(i)], [own]]),
  )
  const alike: MendChange = { ids: each.map((_, i) => String(i)), mends: [harden], mode: "fit" }
  const [first, second] = callsOf([{ ...alike, ids: ["own"], mode: "replace" }, alike])
  expect(first.map(({ ids, mode }) => [ids.length, mode])).toEqual([
    [1, "replace"],
    [MAX_BULK_IDS - 1, "fit"],
  ])
  expect(second).toEqual([{ ids: alike.ids.slice(-2), mends: [harden], mode: "fit" }])
  expect(callsOf([{ ...alike, ids: [] }])).toEqual([])

  const images = [...asked.keys()].map((id) => ({ _id: id as Id, mends: id === "b" ? [harden] : [] }))
  expect(changedBy([harden], images)).toEqual(["a", "c", "d", "e"])
})

test("each kind of mend has its words, its use and settings that can be stored, and so have its sliders' ends", () => {
  const kinds = Object.keys(mendWords).sort()
  expect(Object.keys(usualMends).sort()).toEqual(kinds)
  expect(mendGroups.flatMap((group) => group.kinds.map(({ kind }) => kind)).sort()).toEqual(kinds)
  for (const one of Object.values(usualMends)) {
    expect(mendSchema.parse(one)).toEqual(one)
    expect(summaryOf(one).text).not.toBe("")
    for (const [setting, bound] of Object.entries(mendBounds)) {
      const [name, ends] = /Mm$/.test(setting)
        ? ["mm", one.kind === "outline" ? mendBounds.outlineMm : mendBounds.fineMm]
        : [setting, bound]
      if (!(name in one)) continue
      for (const value of [ends.min, ends.max]) {
        const stored = name === "threshold" ? thresholdOf(value) : value
        expect(mendSchema.safeParse({ ...one, [name]: stored }).success, `${one.kind} ${name} ${value}`).toBe(
          true,
        )
      }
    }
  }
  for (let percent = 1; percent <= 100; percent++)
    expect(thresholdPercent(thresholdOf(percent))).toBe(percent)
})

test("a finding's button says what it does, and the message after it what was done", () => {
  expect(mendAction(mend({ kind: "thicken", mm: 0.35 }), 36)).toBe("Thicken to 0.35 mm")
  expect(mendAction(mend({ kind: "drop-specks", mm: 0.5 }), 14)).toBe("Drop 14 specks")
  expect(mendAction(mend({ kind: "fill-pinholes", mm: 0.5 }), 1)).toBe("Fill 1 pinhole")
  expect(mendAction(background, 1)).toBe("Remove background")
  expect(doneWords([background, harden])).toBe("Background removed, edges hardened")
  const grain = { kind: "halftone", shape: "diffusion", linesPerInch: 45, angle: 22.5 } as const
  expect(summaryOf(mend(grain)).text).toBe("45 lpi, grain")
  expect(summaryOf(mend({ ...grain, shape: "dot" })).text).toBe("45 lpi, 22.5°, round dots")
  expect(summaryOf(background)).toEqual({ colour: "#ffffff", text: "White, from the edges, tolerance 6" })
})

test("a draft keeps the order in which mends are made: the frame's first, the others as the seller has them", () => {
  const draft = draftOf([outline, crop, harden])
  expect(kindsOf(savedOf(draft))).toEqual(["crop", "outline", "harden"])
  const { draft: turned, at } = addMend(draft, turn)
  expect(at).toBe(1)
  expect(kindsOf(savedOf(turned))).toEqual(["crop", "turn", "outline", "harden"])
  const last = turned[3].key
  expect(kindsOf(savedOf(moveMend(turned, last, 2)))).toEqual(["crop", "turn", "harden", "outline"])
  // Edges are not hardened before the picture is turned.
  expect(kindsOf(savedOf(moveMend(turned, last, 0)))).toEqual(["crop", "turn", "harden", "outline"])
  expect(kindsOf(savedOf(moveMend(turned, turned[0].key, 9)))).toEqual(["turn", "crop", "outline", "harden"])
  expect(moveMend(turned, last, 3)).toBe(turned)
  expect(kindsOf(mendsBefore(turned, turned[2].key))).toEqual(["crop", "turn"])
  expect(isSameDraft(removeMend(turned, turned[1].key), draft)).toBe(true)
  const changed = changeMend(draft, draft[2].key, { ...harden, isOn: false })
  expect(isSameDraft(changed, draft)).toBe(false)
  expect(changed[2].key).toBe(draft[2].key)
  const asked = addAsked(changed, background)
  expect(kindsOf(savedOf(asked))).toEqual(["crop", "remove-background", "outline", "harden"])
  expect(asked[3].key).toBe(draft[2].key)
})

test("what is left to look at has first what no mend of the list is for", () => {
  const measured = { figure: 1, limit: 1, unit: "mm" as const, count: 1, places: [], text: "" }
  const found = (code: InkFinding["code"], mends: Mend[], isAccepted = false): InkFinding => ({
    ...{ code, severity: "bad", isAccepted, mends },
    ...measured,
  })
  const findings = [found("white-box", [background]), found("thin-gap", []), found("halo", [harden], true)]
  expect(leftToLookAt(findings, []).map(({ mendedBy }) => mendedBy)).toEqual([null, null])
  const own = mend({ kind: "remove-background", from: "edges", tolerance: 20 })
  expect(
    leftToLookAt(findings, [own]).map(({ finding, mendedBy }) => [finding.code, mendedBy?.kind]),
  ).toEqual([
    ["thin-gap", undefined],
    ["white-box", "remove-background"],
  ])
})

test("before and after lie on one another, whatever an outline adds and the press leaves out", () => {
  const pictures = { before: { width: 100, height: 50 }, after: { width: 220, height: 120 }, scale: 2 }
  const room = roomOf(pictures)
  expect(room).toEqual({ width: 110, height: 60 })
  // A stage of 220 CSS pixels shows each pixel before at two.
  const before = middleOf(pictures.before, 1, room, 220)
  expect(before).toEqual({ left: 10, top: 10, width: 200, height: 100 })
  const after = middleOf(pictures.after, 2, room, 220)
  expect(after).toEqual({ left: 0, top: 0, width: 220, height: 120 })
  const own = { width: 220, height: 120, ink: { x: 20, y: 10, width: 100, height: 50 } }
  expect(placeOver({ width: 440, height: 240, ink: null }, own, after)).toEqual(after)
  // The press has cut off clear margins: its ink lies where the thread's own does.
  const cut = { width: 200, height: 100, ink: { x: 0, y: 0, width: 200, height: 100 } }
  expect(placeOver(cut, own, after)).toEqual({ left: 20, top: 10, width: 100, height: 50 })
})

test("the thread does one task at a time, and of drawings that wait the newest alone", async () => {
  const sent: MendTask[] = []
  let ended = 0
  const port: ThreadPort = {
    postMessage: (task: MendTask) => void sent.push(task),
    terminate: () => {
      ended += 1
    },
    onmessage: null,
    onerror: null,
  }
  const answer = (data: MendAnswer) =>
    port.onmessage?.call(port as Worker, new MessageEvent("message", { data }))
  const thread = new MendThread(() => port)
  const wish = (widthPx: number) => ({ mends: [], widthPx, widthIn: null, trims: true })
  const first = thread.ask({ kind: "draw", wish: wish(1) })
  const older = thread.ask({ kind: "draw", wish: wish(2) })
  const looked = thread.ask({ kind: "look", x: 1, y: 1 })
  const newest = thread.ask({ kind: "draw", wish: wish(3) })
  await expect(older).rejects.toBeInstanceOf(Replaced)
  expect(sent).toHaveLength(1)
  answer({ answer: "drawn" })
  await expect(first).resolves.toBe("drawn")
  answer({ answer: "#102030" })
  await expect(looked).resolves.toBe("#102030")
  expect(sent.at(-1)).toEqual({ kind: "draw", wish: wish(3) })
  answer({ refusal: "This PNG is damaged." })
  await expect(newest).rejects.toThrow(new MendRefusal("This PNG is damaged."))
  const failing = thread.ask({ kind: "look", x: 0, y: 0 })
  port.onerror?.call(port as Worker, new Event("error") as ErrorEvent)
  await expect(failing).rejects.toThrow("failed")
  const left = thread.ask({ kind: "look", x: 0, y: 0 })
  thread.end()
  await expect(left).rejects.toBeInstanceOf(Replaced)
  expect(ended).toBe(1)
})

test("which mends turn a drawing into pixels is said, and what is only known once they are saved", () => {
  const recolour = mend({ kind: "recolour", from: "#ffffff", to: "#203040", tolerance: 8 })
  const trace = mend({ kind: "trace", colours: 6 })
  const halftone = mend({ kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 })
  const svg = { mediaType: "image/svg+xml", isVector: true, mends: [] as Mend[] } as const
  const png = { mediaType: "image/png", isVector: false, mends: [] as Mend[] } as const
  expect(drawingWords(png, [background, harden])).toBe("")
  expect(drawingWords(svg, [crop, turn])).toBe("It stays a drawing, sharp at every size.")
  expect(drawingWords(svg, [crop, background, halftone])).toBe(
    "Remove background and Halftone turn this drawing into pixels, sharp up to 20 in.",
  )
  expect(drawingWords(svg, [outline])).toBe(
    "Outline turns this drawing into pixels, drawn anew at each printed size.",
  )
  const texts = mend({ kind: "include-text" })
  expect(drawingWords(svg, [texts])).toBe("It stays a drawing, sharp at every size.")
  expect(drawingWords(svg, [texts, outline])).toBe(drawingWords(svg, [outline]))
  expect(drawingWords(svg, [recolour])).toBe(
    "Change a colour turns this drawing into pixels if it has see-through colours, pictures or effects.",
  )
  const saved = { ...svg, mends: [recolour, { ...outline, isOn: false }] }
  expect(drawingWords(saved, [recolour])).toBe("It stays a drawing, sharp at every size.")
  expect(drawingWords({ ...saved, isVector: false }, [recolour])).toBe(
    "Change a colour turns this drawing into pixels, as it has see-through colours, pictures or effects.",
  )
  expect(drawingWords(png, [background, trace])).toBe(
    "Traced, it is a drawing of shapes, sharp at every size.",
  )
  expect(drawingWords({ ...png, mends: [trace] }, [trace])).toBe(
    "Its shapes are too many or too soft for a drawing, so it is traced in pixels.",
  )
  expect(drawingWords(png, [trace, harden])).toBe(
    "Harden edges turns this drawing into pixels, drawn anew at each printed size.",
  )
})
