import type { z } from "zod"

/** zod's issue, before it has a message. */
type Issue = z.core.$ZodRawIssue

/** The longest list of choices that is named, the kinds of mends: a longer one would not fit in a sentence. */
const MAX_NAMED_CHOICES = 15
/** The longest name of a field: names are ours, except the keys of records, which the caller chooses. */
const MAX_LABEL_CHARS = 60

/**
 * Returns the problem of a value and its remedy, as a sentence: `Quantity must be at most 5000`. A
 * schema's own message wins; this replaces zod's default messages everywhere else.
 */
export function wordsOf(issue: Issue): string {
  const label = labelOf(issue.path ?? [])
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? `${label} is missing` : `${label} must be ${kindOf(issue.expected)}`
    case "invalid_value":
      return `${label} must be ${choiceOf(issue.values)}`
    case "too_big":
      return `${label} must ${boundOf(issue, "at most", "less than", issue.maximum)}`
    case "too_small":
      return `${label} must ${boundOf(issue, "at least", "more than", issue.minimum)}`
    case "invalid_format":
      return `${label} ${formats[issue.format] ?? "has the wrong format"}`
    case "not_multiple_of":
      return `${label} must go in steps of ${issue.divisor}`
    case "unrecognized_keys":
      return `${label} has no field "${issue.keys[0]?.slice(0, MAX_LABEL_CHARS)}"`
    case "invalid_union":
      // The field that tells which of several things it is has another value than theirs.
      return Array.isArray(issue.options)
        ? `${label} must be ${choiceOf(issue.options)}`
        : `${label} is not valid`
    default:
      return `${label} is not valid`
  }
}

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a group of named fields",
  record: "a group of named fields",
}

function kindOf(type: string): string {
  return kinds[type] ?? "of another kind"
}

const formats: Record<string, string> = {
  email: "is not a valid e-mail address",
  uuid: "is not a valid id",
  date: "must be a date, such as 2026-01-31",
  datetime: "must be a date and time, such as 2026-01-31T12:00:00Z",
}

type Bounded = { origin: string; inclusive?: boolean; exact?: boolean }

function boundOf(issue: Bounded, within: string, beyond: string, bound: number | bigint): string {
  const how = issue.exact ? "exactly" : issue.inclusive ? within : beyond
  if (issue.origin === "string")
    return `have ${how} ${bound} ${Number(bound) === 1 ? "character" : "characters"}`
  if (issue.origin === "array") return `have ${how} ${bound} ${Number(bound) === 1 ? "entry" : "entries"}`
  return `be ${how} ${bound}`
}

function choiceOf(values: readonly unknown[]): string {
  if (values.length > MAX_NAMED_CHOICES) return "one of the known values"
  const words = values.map(String)
  const last = words.pop() ?? ""
  return words.length === 0 ? last : `${words.join(", ")} or ${last}`
}

/**
 * Returns the field in a person's words: `imageCategoryId` is the Image category,
 * `printItems.2.quantity` the Quantity of entry 3.
 */
function labelOf(path: readonly PropertyKey[]): string {
  const last = path.at(-1)
  const before = path.at(-2)
  if (last === undefined) return "The request"
  if (typeof last === "number") {
    const list = before === undefined ? "the list" : nameOf(before).toLowerCase()
    return `Entry ${last + 1} of ${list}`
  }
  return typeof before === "number" ? `${nameOf(last)} of entry ${before + 1}` : nameOf(last)
}

function nameOf(key: PropertyKey): string {
  const words = String(key)
    .slice(0, MAX_LABEL_CHARS)
    .replace(/^_/, "")
    .replace(/(?<=[a-z])Id(s?)$/, "$1")
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
