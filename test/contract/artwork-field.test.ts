import { expect, test } from "vitest"
import {
  type ArtworkField,
  artworkFieldsSchema,
  artworkLayersSchema,
  artworkValuesSchema,
  fieldNamed,
} from "../../contract/artwork/artwork-field.ts"
import {
  canonicalValues,
  fieldsProblem,
  valueProblems,
  valuesJson,
} from "../../contract/artwork/artwork-values.ts"

const name = fieldNamed("playerName")
const fields: ArtworkField[] = [
  { ...name, maxLength: 6 },
  { ...fieldNamed("number"), kind: "number", required: false },
  { ...fieldNamed("day"), kind: "date", required: false },
  { ...fieldNamed("team"), kind: "choice", choices: ["Foxes", "Owls"], sample: "Owls", required: false },
]
const layer = {
  field: "playerName",
  box: { x: 100, y: 100, width: 500, height: 200 },
  fontId: "library:graduate-400",
}

test("a field of an SVG's text is called as a person would read it", () => {
  expect(name).toMatchObject({ label: "Player name", sample: "Player name", required: true })
  expect(fieldNamed("line_2").label).toBe("Line 2")
  // A number is large: the word would be cut off at the artwork's edge.
  for (const number of ["number", "playerNumber", "back_no"]) expect(fieldNamed(number).sample).toBe("00")
  expect(fieldNamed("casino").sample).toBe("Casino")
})

test("values are held to their fields, and each refusal names its field", () => {
  const messages = (values: Record<string, string>) => valueProblems(fields, values)
  expect(messages({ playerName: "Zoë", number: "07", day: "6 June", team: "Foxes" })).toEqual([])
  // Letters are counted as they are read.
  expect(messages({ playerName: "👩‍👩‍👧👩‍👩‍👧e\u0301abc" })).toEqual([])
  expect(messages({ playerName: "  ", number: "seven", day: "soon", team: "foxes", colour: "red" })).toEqual([
    { field: "playerName", message: "Player name is missing" },
    { field: "number", message: "Number has to be a number" },
    { field: "day", message: "Day has to be a date" },
    { field: "team", message: 'Team has to be "Foxes" or "Owls"' },
    { field: "colour", message: 'This image has no field "colour"' },
  ])
  expect(messages({ playerName: "Alexander" })).toEqual([
    { field: "playerName", message: "Player name has 9 characters, 6 at most" },
  ])
})

test("layers have what they leave out, and refuse what cannot be drawn", () => {
  const [parsed] = artworkLayersSchema.parse([layer])
  expect(parsed).toEqual({
    ...layer,
    fit: "shrink",
    align: "center",
    letterSpacing: 0,
    lineHeight: 1.2,
    caps: false,
    fill: "#000000",
    outlines: [],
    arc: 0,
  })
  const refused = (change: object) => artworkLayersSchema.safeParse([{ ...layer, ...change }]).success
  expect(refused({ text: "Team" })).toBe(false)
  expect(refused({ field: undefined })).toBe(false)
  expect(refused({ box: { x: 600, y: 0, width: 500, height: 100 } })).toBe(false)
  expect(refused({ arc: 181 })).toBe(false)
  expect(refused({ fill: "red" })).toBe(false)
  expect(refused({ outlines: [1, 2, 3].map((width) => ({ color: "#ffffff", width })) })).toBe(false)
  expect(refused({ fontId: "Arial" })).toBe(false)
  expect(refused({ field: undefined, text: "Team" })).toBe(true)
  const twice = artworkFieldsSchema.safeParse([fields[0], fields[0]])
  expect(twice.success).toBe(false)
  expect(artworkFieldsSchema.safeParse([{ ...name, kind: "choice" }]).success).toBe(false)
})

test("fields and layers belong together, and an SVG's own fields stay", () => {
  const layers = artworkLayersSchema.parse([layer])
  expect(fieldsProblem([name], layers, [])).toBeNull()
  expect(fieldsProblem([name], [], ["playerName"])).toBeNull()
  expect(fieldsProblem([], layers, [])).toMatch(/does not have/)
  expect(fieldsProblem([name], [], [])).toMatch(/Nothing shows the field "playerName"/)
  expect(fieldsProblem([name], layers, ["number"])).toMatch(/\{\{number\}\}/)
  expect(fieldsProblem([{ ...name, sample: "x".repeat(60) }], layers, [])).toMatch(/sample/)
})

test("values that print the same are stored as one text", () => {
  expect(valuesJson({ number: " 7 ", name: "Zoe\u0308", team: "  " })).toBe(
    '{"name":"Zo\u00eb","number":"7"}',
  )
  expect(canonicalValues({ number: "7", name: "Zo\u00eb" })).toEqual({ name: "Zo\u00eb", number: "7" })
  expect(valuesJson({})).toBe("{}")
  // Half a character, a byte order mark, an override of direction and a tab are nothing to print.
  expect(canonicalValues({ name: "\ud800Zoe\ufeff\u202e\tMax\r\n\u2028Ada\u0000" })).toEqual({
    name: "\ufffdZoe Max\n\nAda",
  })
  expect(artworkValuesSchema.parse({ name: "\u0627\u200d\u200f" })).toEqual({ name: "\u0627\u200d\u200f" })
})
