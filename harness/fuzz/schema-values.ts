import { sizeUpTo } from "./knots.ts"
import { nastyText, nastyValue, pick } from "./nasty.ts"

type Random = () => number
/** The parts of JSON Schema that the app's own document uses for what a caller sends. */
export type ValueSchema = {
  type?: string
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
  additionalProperties?: ValueSchema | boolean
  propertyNames?: ValueSchema
  items?: ValueSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** How values are drawn: `strange` of them have any type; `known` has values of fields that no schema describes. */
export type Draw = { random: Random; strange: number; known: (field: string) => unknown }

/** The texts of which one matches nearly every pattern. */
const SHAPED = ["name", "name12", "word", "1", "#1a2b3c", "09:30", "USD", "DB", "+1 555 010 0199"].concat(
  "library:pacifico-400",
)
/** The entries of most lists and records; a few are as long as they may be. */
const USUAL_ENTRIES = 4
const LONG_SHARE = 0.02
const OPTIONAL_SHARE = 0.4

/** Draws a value that a schema allows, apart from the strange ones in it. */
export function drawnValue(schema: ValueSchema, field: string, draw: Draw): unknown {
  const { random, strange, known } = draw
  if (random() < strange) return nastyValue(random)
  const one = schema.anyOf ?? schema.oneOf
  if (one) return drawnValue(pick(one, random), field, draw)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, random)
  const value = ["object", "array"].includes(schema.type ?? "") ? undefined : known(field)
  if (value !== undefined && random() < 0.9) return value
  switch (schema.type) {
    case "object":
      return objectOf(schema, draw)
    case "array":
      return Array.from({ length: entries(schema.minItems ?? 0, schema.maxItems ?? 20, random) }, () =>
        drawnValue(schema.items ?? {}, field, draw),
      )
    case "integer":
    case "number":
      return numberOf(schema, random)
    case "boolean":
      return random() < 0.5
    case "null":
      return null
    case "string":
      return textOf(schema, random)
    default:
      return schema.allOf ? drawnValue(schema.allOf[0] ?? {}, field, draw) : nastyValue(random)
  }
}

function objectOf(schema: ValueSchema, draw: Draw): object {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const own = Object.entries(properties)
    .filter(([name]) => required.includes(name) || draw.random() < OPTIONAL_SHARE)
    .map(([name, part]) => [name, drawnValue(part, name, draw)])
  if (typeof additionalProperties === "object")
    for (let more = entries(0, 50, draw.random); more > 0; more--)
      own.push([textOf(propertyNames ?? {}, draw.random), drawnValue(additionalProperties, "", draw)])
  return Object.fromEntries(own)
}

function entries(least: number, most: number, random: Random): number {
  return random() < LONG_SHARE ? most : Math.min(most, least + Math.floor(random() * USUAL_ENTRIES))
}

function numberOf({ type, minimum = 0, maximum = 1_000 }: ValueSchema, random: Random): number {
  const within = Math.min(maximum, minimum + sizeUpTo(Math.max(0, maximum - minimum), random))
  const value = pick([minimum, maximum, within, minimum + random() * (maximum - minimum)], random)
  return type === "integer" ? Math.round(value) : value
}

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: ValueSchema, random: Random): string {
  if (format === "date") return pick(["2026-01-01", "2026-12-31", "2024-02-29"], random)
  if (format === "date-time") return "2026-06-01T12:00:00Z"
  if (format === "email") return "seller@shop.test"
  if (format === "uuid") return "0197f3c0-0000-7000-8000-000000000000"
  if (pattern !== undefined)
    return (
      pick(
        SHAPED.filter((text) => new RegExp(pattern).test(text)),
        random,
      ) ?? ""
    )
  const text =
    random() < 0.6
      ? pick(["Small", "https://a.example/b", "Zoë 7", "{print}-{sheet}"], random)
      : nastyText(random)
  return text.slice(0, maxLength).padEnd(minLength, "x")
}
