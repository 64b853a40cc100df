import { expect, test } from "vitest"
import { artworkFieldsSchema, artworkLayersSchema } from "../../contract/artwork/artwork-field.ts"
import { fieldsProblem, valueProblems } from "../../contract/artwork/artwork-values.ts"
import type { Font } from "../../contract/artwork/font.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import {
  boxBetween,
  type Handle,
  moveBox,
  resizeBox,
  roundedBox,
  snapBox,
} from "../../web/features/artwork-text/box-moves.ts"
import { writtenColour } from "../../web/features/artwork-text/colour-row.tsx"
import { change, historyOf, redo, settle, undo } from "../../web/features/artwork-text/draft-history.ts"
import { problemsOf } from "../../web/features/artwork-text/draft-problems.ts"
import {
  addText,
  changeField,
  changeLayer,
  copyLayer,
  draftOf,
  isSameDraft,
  raiseLayer,
  removeLayer,
  savedOf,
  showInstead,
  type TextDraft,
} from "../../web/features/artwork-text/text-draft.ts"
import { trialsOf } from "../../web/features/artwork-text/try-values.ts"
import { withWords, wordedFields } from "../../web/features/artwork-text/worded-fields.ts"
import { byFamily, faceWords, fontName } from "../../web/features/images/face-words.ts"

const empty: TextDraft = draftOf({ fields: [], layers: [] })

/** Returns the server's refusal. */
function refusal(draft: TextDraft, inArtwork: string[] = []): string | null {
  const { fields, layers } = savedOf(draft)
  const parsed = artworkFieldsSchema.safeParse(fields).error ?? artworkLayersSchema.safeParse(layers).error
  return parsed ? parsed.message : fieldsProblem(fields, layers, inArtwork)
}

test("every step of a draft can be saved, and fields come and go with what shows them", () => {
  let draft = addText(empty, { kind: "text" }, "a")
  draft = addText(draft, { kind: "number" }, "b")
  draft = addText(draft, { kind: "choice" }, "c")
  draft = addText(draft, { kind: "date" }, "d")
  draft = addText(draft, { kind: "text" }, "e")
  draft = addText(draft, { text: "" }, "f")
  expect(draft.fields.map(({ name }) => name)).toEqual(["name", "number", "choice", "date", "name2"])
  expect(refusal(draft)).toBeNull()
  expect(draft.layers.map(({ box }) => box.y)).toEqual([100, 340, 580, 800, 800, 800])

  draft = addText(draft, { field: "name" }, "g")
  draft = copyLayer(draft, "b", "h")
  expect(refusal(draft)).toBeNull()
  const once = removeLayer(draft, "a", [])
  expect(once.fields.map(({ name }) => name)).toContain("name")
  expect(removeLayer(once, "g", []).fields.map(({ name }) => name)).not.toContain("name")
  expect(removeLayer(once, "g", ["name"]).fields.map(({ name }) => name)).toContain("name")
  for (const { key } of draft.layers) expect(refusal(removeLayer(draft, key, []))).toBeNull()

  const fixed = showInstead(draft, "e", { text: "Tigers" }, [])
  expect(fixed.fields.map(({ name }) => name)).not.toContain("name2")
  expect(fixed.layers.find(({ key }) => key === "e")).toMatchObject({ text: "Tigers" })
  expect(refusal(fixed)).toBeNull()
  expect(raiseLayer(draft, "a", 1).layers.map(({ key }) => key)).toEqual([
    "b",
    "a",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
  ])
  expect(raiseLayer(draft, "a", -1)).toBe(draft)

  const shaded = changeLayer(draft, "a", { size: 80, shadow: { color: "#000000", x: 1, y: 1 } })
  expect(isSameDraft(changeLayer(shaded, "a", { size: undefined, shadow: undefined }), draft)).toBe(true)
})

test("a new field is named after its label, a stored one keeps its name", () => {
  const draft = addText(addText(empty, { kind: "text" }, "a"), { kind: "number" }, "b")
  const named = changeField(draft, "name", { label: "Náme on back!" }, false)
  expect(named.fields[0]).toMatchObject({ name: "name-on-back", label: "Náme on back!" })
  expect(named.layers[0].field).toBe("name-on-back")
  expect(changeField(draft, "name", { label: "Number" }, false).fields[0].name).toBe("number2")
  expect(changeField(draft, "name", { label: "愛" }, false).fields[0].name).toBe("name")
  expect(changeField(draft, "name", { label: "7 of us" }, false).fields[0].name).toBe("of-us")
  expect(changeField(draft, "name", { label: "City" }, true).fields[0]).toMatchObject({
    name: "name",
    label: "City",
  })
})

test("a field of another kind gets what that kind needs", () => {
  const draft = addText(empty, { kind: "text" }, "a")
  const choice = changeField(draft, "name", { kind: "choice" }, false)
  expect(choice.fields[0]).toMatchObject({ choices: ["Taylor"], sample: "Taylor" })
  const chosen = changeField(choice, "name", { choices: ["Red", "Blue"] }, false)
  expect(chosen.fields[0].sample).toBe("Red")
  expect(changeField(chosen, "name", { kind: "text" }, false).fields[0]).not.toHaveProperty("choices")
  for (const kind of ["number", "date", "choice", "text"] as const)
    expect(refusal(changeField(draft, "name", { kind }, false))).toBeNull()
})

test("what cannot be saved is said at its control", () => {
  let draft = addText(addText(empty, { kind: "text" }, "a"), { kind: "number" }, "b")
  expect([...problemsOf(draft)]).toEqual([])
  draft = changeField(draft, "name", { label: "", maxLength: 3 }, true)
  draft = changeField(draft, "number", { sample: "seven", maxLength: 9 }, true)
  draft = changeLayer(addText(draft, { text: "x" }, "c"), "c", { text: " " })
  draft = changeField(addText(draft, { kind: "choice" }, "d"), "choice", { choices: [] }, true)
  const problems = problemsOf(draft)
  expect(problems.get("name.label")).toBe("A field needs a label")
  expect(problems.get("name.sample")).toBe(" has 6 characters, 3 at most")
  expect(problems.get("number.sample")).toBe("Number has to be a number")
  expect(problems.get("c.text")).toBe("Enter a text, or delete it")
  expect(problems.get("choice.choices")).toBe("Enter at least one choice")
  const twins = changeField(
    addText(addText(empty, { kind: "text" }, "a"), { kind: "text" }, "b"),
    "name2",
    { label: "NAME" },
    true,
  )
  expect([...problemsOf(twins)]).toEqual([["name2.label", "Another field has this label"]])
})

test("changes under one mark are one step", () => {
  let history = historyOf(0)
  for (const value of [1, 2, 3]) history = change(history, value, "drag 1")
  history = change(settle(history), 4, "drag 1")
  history = change(history, 5, null)
  history = change(history, 6, null)
  expect([history.past, history.now]).toEqual([[0, 3, 4, 5], 6])
  history = undo(undo(undo(history)))
  expect([history.now, history.future]).toEqual([3, [4, 5, 6]])
  expect(redo(history).now).toBe(4)
  expect(change(history, 9, null).future).toEqual([])
  expect(undo(undo(history)).now).toBe(0)
})

test("however a box is dragged, it stays on the artwork and the side that is not held stays", () => {
  const random = randomFrom(7)
  const any = (from: number, to: number) => from + random() * (to - from)
  for (let round = 0; round < 2000; round++) {
    const x = any(0, 900)
    const y = any(0, 900)
    const box = { x, y, width: any(10, 1000 - x), height: any(10, 1000 - y) }
    const by = { x: any(-1200, 1200), y: any(-1200, 1200) }
    const side = () => ([-1, 0, 1] as const)[Math.floor(any(0, 3))]
    const handle: Handle = { x: side(), y: side() }
    const others = [boxBetween({ x: any(-50, 1050), y: any(0, 1000) }, { x: any(0, 1000), y: any(0, 1000) })]
    const moved = snapBox(moveBox(box, by), others, { x: 8, y: 8 }, null).box
    expect([moved.width, moved.height]).toEqual([box.width, box.height])
    const resized = resizeBox(box, handle, by, round % 2 === 0)
    const snapped = snapBox(resized, others, { x: 8, y: 8 }, handle).box
    if (handle.x > 0) expect(snapped.x).toBeCloseTo(box.x, 6)
    if (handle.x < 0) expect(snapped.x + snapped.width).toBeCloseTo(box.x + box.width, 6)
    const keepsShape = round % 2 === 0 && handle.x !== 0 && handle.y !== 0
    if (keepsShape) expect(resized.width / resized.height).toBeCloseTo(box.width / box.height, 6)
    for (const each of [moved, snapped]) {
      const { x: left, y: top, width, height } = roundedBox(each)
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1000.01)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
    }
  }
})

test("a dragged box comes to the artwork's middle and to other boxes' sides", () => {
  const box = { x: 96, y: 396, width: 800, height: 200 }
  const reach = { x: 8, y: 8 }
  expect(snapBox(box, [], reach, null)).toEqual({
    box: { ...box, x: 100, y: 400 },
    guides: { x: 500, y: 500 },
  })
  const other = { x: 90, y: 0, width: 300, height: 50 }
  expect(snapBox({ ...box, x: 95, width: 640 }, [other], reach, null).box.x).toBe(90)
  expect(snapBox({ ...box, x: 30, width: 640 }, [other], reach, null)).toMatchObject({ guides: { x: null } })
  const held = snapBox(box, [], reach, { x: 1, y: 0 })
  expect(held).toEqual({ box, guides: { x: null, y: null } })
  expect(snapBox({ ...box, width: 402 }, [], reach, { x: 1, y: 0 }).box.width).toBe(404)
})

test("texts to try are values of their fields, however short those are", () => {
  const kinds = ["text", "number", "date", "choice"] as const
  const fields = kinds.reduce((draft, kind) => addText(draft, { kind }, kind), empty).fields
  const short = fields.map((field) =>
    field.kind === "text" ? { ...field, maxLength: 2, sample: "Al" } : field,
  )
  for (const set of [fields, short])
    for (const { values } of trialsOf(set)) expect(valueProblems(set, values)).toEqual([])
  expect(trialsOf(fields).map(({ label }) => label)).toContain("Longest, 14 letters")
  const [, shortest] = trialsOf(fields, ["number"])
  expect(shortest).toMatchObject({ label: "Zoe, 14.06.2026, Home", values: { name: "Zoe", number: "23" } })
  expect(trialsOf([]).map(({ label }) => label)).toEqual(["Sample", "Short", "Long", "Longest"])
})

test("colours are read as people write them", () => {
  expect(["#C8102E", "c8102e", " #fff ", "red", "#12345"].map(writtenColour)).toEqual([
    "#c8102e",
    "#c8102e",
    "#ffffff",
    null,
    null,
  ])
})

test("artwork without fields begins with those that a buyer's words ask for", () => {
  const words = (question: string, answer: string) => ({ question, answer, isFile: false })
  const name = { kind: "text", label: "Name", sample: "Zoë Müller" }
  const number = { kind: "number", label: "Number", sample: "7" }
  expect(wordedFields([words("Personalization", "Name: Zoë Müller, No. 7")])).toEqual([name, number])
  expect(wordedFields([words("", "Happy birthday to the best grandma: 80 years!")])).toEqual([
    { kind: "text", label: "Text", sample: "Happy birthday to the best grandma: 80 years!" },
  ])
  const asked = [words("Dog's name", "Rex"), words("Year", "2019"), words("Notes", "none")]
  expect(wordedFields(asked)).toEqual([
    { kind: "text", label: "Dog's name", sample: "Rex" },
    { kind: "number", label: "Year", sample: "2019" },
  ])
  const worded = withWords(empty, [name, number] as ReturnType<typeof wordedFields>)
  expect(refusal(worded)).toBeNull()
  expect(worded.fields).toMatchObject([
    { name: "name", ...name, required: true },
    { name: "number", ...number },
  ])
  expect(worded.layers.map(({ field }) => field)).toEqual(["name", "number"])
  // Existing parts are the seller's.
  expect(withWords(worded, [number] as ReturnType<typeof wordedFields>)).toBe(worded)
})

test("a face is named in words, and the library's faces stand together by family", () => {
  const face = (weight: number, style: "normal" | "italic" = "normal") => ({
    family: "Oswald",
    weight,
    style,
  })
  expect([face(400), face(700), face(400, "italic"), face(800, "italic")].map(fontName)).toEqual([
    "Oswald",
    "Oswald Bold",
    "Oswald Italic",
    "Oswald Extra bold italic",
  ])
  expect(faceWords(face(400))).toBe("Regular")
  const font = (_id: string, source: "library" | "account", weight: number) =>
    ({ _id, source, ...face(weight) }) as Font
  const fonts = [font("a", "library", 400), font("b", "library", 700), font("c", "account", 400)]
  expect(byFamily(fonts).map((faces) => faces.map(({ _id }) => _id))).toEqual([["a", "b"], ["c"]])
})
