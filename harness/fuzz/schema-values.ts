import { sizeUpTo } from "./knots.ts"
import { nastyText, nastyValue, pick } from "./nasty.ts"

type Random = () => number
/** The parts of JSON Schema that the app's own document uses for what a caller sends. */
export type ValueSchema = {
  type?: string | readonly string[]
  const?: unknown
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  default?: unknown
  anyOf?: readonly ValueSchema[]
  oneOf?: readonly ValueSchema[]
  allOf?: readonly ValueSchema[]
  properties?: Readonly<Record<string, ValueSchema>>
  required?: readonly string[]
  dependentRequired?: Readonly<Record<string, readonly string[]>>
  additionalProperties?: ValueSchema | boolean
  propertyNames?: ValueSchema
  items?: ValueSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  minProperties?: number
  maxProperties?: number
  examples?: readonly unknown[]
}

/**
 * How values are drawn: `strange` of them have any type; `known` has values of fields that no schema describes. With
 * `isKept` they keep to the description's words, too: texts can be seen and have no spaces around them, lists name a thing
 * once, and where a schema has examples, which stand for a rule that it cannot say, these are taken. Large numbers
 * are then rare: they are much work.
 */
export type Draw = {
  random: Random
  strange: number
  known: (field: string, schema: ValueSchema) => unknown
  isKept?: boolean
}

/** The texts of which one matches nearly every pattern. */
const SHAPED = [
  ...["name", "name12", "word", "1", "#1a2b3c", "09:30", "USD", "DB", "+1 555 010 0199"],
  ...["library:pacifico-400", "preview.svg", "Front", "Back_2", "number"],
]
const SEEN = [
  "Small",
  "Zoë 7",
  "日本語",
  "{print}-{sheet}",
  "' OR 1=1 --",
  "=HYPERLINK(1)",
  "100 %_%",
  "🦋🦋",
]
/** The entries of most lists and records; a few are as long as they may be. */
const USUAL_ENTRIES = 4
const LONG_SHARE = 0.02
const OPTIONAL_SHARE = 0.4
/** The share of known values that are taken; of ids all are, by who keeps to the description. */
const KNOWN_SHARE = 0.9

/** Draws a value that a schema allows, apart from the strange ones in it. */
export function drawnValue(schema: ValueSchema, field: string, draw: Draw): unknown {
  const { random, strange, known, isKept = false } = draw
  if (random() < strange) return nastyValue(random)
  if (isKept && schema.examples) return pick(schema.examples, random)
  if (typeof schema.type === "object")
    return drawnValue({ ...schema, type: pick(schema.type, random) }, field, draw)
  const one = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined
  if (one) return drawnValue(pick(one, random), field, draw)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, random)
  const value = ["object", "array"].includes(schema.type ?? "") ? undefined : known(field, schema)
  if (value !== undefined && ((isKept && schema.format === "uuid") || random() < KNOWN_SHARE)) return value
  switch (schema.type) {
    case "object":
      return objectOf(schema, draw)
    case "array": {
      const length = entries(schema.minItems ?? 0, schema.maxItems ?? 20, random)
      const list = Array.from({ length }, () => drawnValue(schema.items ?? {}, field, draw))
      return isKept ? distinct(list, schema.items?.required?.[0]) : list
    }
    case "integer":
    case "number":
      return numberOf(schema, draw)
    case "boolean":
      return random() < 0.5
    case "null":
      return null
    case "string":
      return textOf(schema, draw)
    default:
      return schema.allOf ? drawnValue(schema.allOf[0] ?? {}, field, draw) : nastyValue(random)
  }
}

function objectOf(schema: ValueSchema, draw: Draw): object {
  const { additionalProperties, propertyNames, dependentRequired = {} } = schema
  const { properties, required, excluded } = chosenOf(schema, draw.random)
  const names = Object.keys(properties)
    .filter((name) => !excluded.includes(name))
    .filter((name) => required.includes(name) || draw.random() < OPTIONAL_SHARE)
  const needed = names.flatMap((name) => dependentRequired[name] ?? [])
  const own = [...new Set([...names, ...needed])].map((name) => [
    name,
    drawnValue(properties[name] ?? {}, name, draw),
  ])
  if (typeof additionalProperties === "object")
    for (let more = entries(0, 50, draw.random); more > 0; more--)
      own.push([
        String(drawnValue({ type: "string", ...propertyNames }, "", draw)),
        drawnValue(additionalProperties, "", draw),
      ])
  return Object.fromEntries(own)
}

/** Returns an object's properties by one of its alternatives, without those that only the others need. */
function chosenOf(schema: ValueSchema, random: Random) {
  const required = new Set(schema.required)
  const properties = { ...schema.properties }
  const others: string[] = []
  for (const { oneOf = [] } of [schema, ...(schema.allOf ?? [])]) {
    if (oneOf.length === 0) continue
    const chosen = pick(oneOf, random)
    for (const name of chosen.required ?? []) required.add(name)
    Object.assign(properties, narrowed(properties, chosen.properties))
    others.push(...oneOf.flatMap((one) => (one === chosen ? [] : (one.required ?? []))))
  }
  return { properties, required: [...required], excluded: others.filter((name) => !required.has(name)) }
}

/** Returns the properties with what an alternative adds to them. */
function narrowed(properties: Record<string, ValueSchema>, more: ValueSchema["properties"] = {}) {
  return Object.fromEntries(
    Object.entries(more).map(([name, part]) => [name, { ...properties[name], ...part }]),
  )
}

/** Returns the list with each thing once, by the property that names it. */
function distinct(list: readonly unknown[], name: string | undefined): unknown[] {
  const nameOf = (one: unknown) =>
    JSON.stringify(
      name !== undefined && typeof one === "object" && one !== null ? Reflect.get(one, name) : one,
    )
  return [...new Map(list.map((one) => [nameOf(one), one])).values()]
}

function entries(least: number, most: number, random: Random): number {
  return random() < LONG_SHARE ? most : Math.min(most, least + Math.floor(random() * USUAL_ENTRIES))
}

function numberOf(schema: ValueSchema, { random, isKept = false }: Draw): number {
  const { type, exclusiveMinimum, minimum = exclusiveMinimum ?? 0, maximum = 1_000, multipleOf } = schema
  const within = Math.min(maximum, minimum + sizeUpTo(Math.max(0, maximum - minimum), random))
  const rarely = random() < (isKept ? LONG_SHARE : 0.5)
  const value = rarely
    ? pick([maximum, minimum + random() * (maximum - minimum)], random)
    : pick([minimum, within], random)
  if (multipleOf !== undefined) return Math.round(value / multipleOf) * multipleOf
  return type === "integer" ? Math.round(value) : value
}

function textOf(schema: ValueSchema, { random, isKept = false }: Draw): string {
  const { format, minLength = 0, maxLength = 200, allOf = [] } = schema
  const patterns = [schema, ...allOf].flatMap(({ pattern }) => pattern ?? [])
  if (format === "date") return pick(["2026-01-01", "2026-12-31", "2024-02-29"], random)
  if (format === "date-time") return "2026-06-01T12:00:00Z"
  if (format === "email") return "seller@shop.test"
  if (format === "uuid") return "0197f3c0-0000-7000-8000-000000000000"
  if (patterns.length > 0) {
    const fitting = SHAPED.filter((text) => patterns.every((pattern) => new RegExp(pattern).test(text)))
    return pick(fitting, random) ?? ""
  }
  if (isKept) {
    const long = "x".repeat(maxLength)
    const seen = SEEN.map((text) => text.slice(0, maxLength)).map((text) => text.toWellFormed().trim())
    return (random() < LONG_SHARE ? long : pick(seen, random)).padEnd(minLength, "x")
  }
  const text =
    random() < 0.6
      ? pick(["Small", "https://a.example/b", "Zoë 7", "{print}-{sheet}"], random)
      : nastyText(random)
  return text.slice(0, maxLength).padEnd(minLength, "x")
}
