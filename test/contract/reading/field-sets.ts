import type { ReadField } from "../../../contract/reading/read-field.ts"

const name: ReadField = { name: "name", label: "Name", kind: "text", maxLength: 20, required: true }
const number: ReadField = { name: "number", label: "Number", kind: "number", maxLength: 3, required: true }
const text: ReadField = { name: "text", label: "Text", kind: "text", maxLength: 40, required: true }
const lineOf = (n: number): ReadField => ({
  name: `line${n}`,
  label: `Line ${n}`,
  kind: "text",
  maxLength: 24,
  required: true,
})

const field = (
  name: string,
  label: string,
  kind: "text" | "number" | "date",
  maxLength: number,
): ReadField => ({
  name,
  label,
  kind,
  maxLength,
  required: true,
})

/** Fields of artworks as sellers set them up. */
export const fieldSets = {
  name: [name],
  maybe: [{ ...name, required: false }],
  jersey: [name, number],
  jerseyMaybe: [name, { ...number, required: false }],
  text: [text],
  lines: [lineOf(1), lineOf(2)],
  dated: [name, { name: "date", label: "Date", kind: "date", maxLength: 24, required: true }],
  couple: [
    { ...name, name: "names", label: "Names", maxLength: 30 },
    { name: "year", label: "Est. year", kind: "date", maxLength: 4, required: true },
  ],
  style: [
    name,
    {
      name: "font",
      label: "Font",
      kind: "choice",
      choices: ["Varsity", "Script"],
      maxLength: 20,
      required: true,
    },
  ],
  pet: [field("name", "Pet name", "text", 20), field("phone", "Phone number", "number", 18)],
  birth: [
    field("name", "Name", "text", 20),
    field("date", "Birth date", "date", 24),
    field("weight", "Weight", "text", 16),
    field("length", "Length", "text", 16),
  ],
  person: [field("first", "First name", "text", 20), field("last", "Last name", "text", 20)],
  colour: [
    field("name", "Name", "text", 20),
    {
      name: "colour",
      label: "Colour",
      kind: "choice",
      choices: ["Black", "White", "Rose Gold", "Red"],
      maxLength: 20,
      required: true,
    },
  ],
  three: [
    field("line1", "Line 1", "text", 24),
    field("line2", "Line 2", "text", 24),
    field("line3", "Line 3", "text", 24),
  ],
  numberOnly: [field("number", "Number", "number", 3)],
  initials: [field("initials", "Initials", "text", 3)],
} satisfies Record<string, ReadField[]>

type Expected = readonly string[] | "wait" | "none"

/**
 * Buyers' messages in one box, with the expected print. "wait": the message has more than one meaning,
 * or asks for something, and a person has to look. "none": nothing is to be printed. The texts are
 * ours; the ways of writing are those that public parsers of shops' orders were written for.
 */
export type Message = {
  fields: keyof typeof fieldSets
  written: string
  /** Values in the order of the fields. */
  expected: Expected
  quantity: number
}

/** The messages to one set of fields: the text, the expected values, the number ordered. */
export function messagesOf(
  fields: keyof typeof fieldSets,
  ...rows: (readonly [string, Expected, number?])[]
): Message[] {
  return rows.map(([written, expected, quantity = 1]) => ({ fields, written, expected, quantity }))
}
