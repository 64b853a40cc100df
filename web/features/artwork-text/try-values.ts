import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { samplesOf } from "./text-task.ts"

/** A set of values to look at beside the sample. */
export type Trial = { key: "short" | "sample" | "long" | "longest"; label: string; values: ArtworkValues }

const SHORT = "Zoe"
const LONG = "Wojciechowski"
/** A name as wide as people's names get. */
const WIDE = "Maximilian-Montgomery-Wellington-Alexandrina"

/**
 * Returns the sample, a short, a long and the longest set of values. Fields of the artwork's own text keep
 * their sample, because all sets are shown over one picture. Without other fields they show only the artwork.
 */
export function trialsOf(all: readonly ArtworkField[], inArtwork: readonly string[] = []): Trial[] {
  const samples = samplesOf(all)
  const fields = all.filter(({ name }) => !inArtwork.includes(name))
  const of = (pick: (field: ArtworkField) => string) => ({
    ...samples,
    ...Object.fromEntries(fields.map((field) => [field.name, pick(field)])),
  })
  const short = of(shortOf)
  const long = of(longOf)
  return [
    { key: "sample", label: "Sample", values: samples },
    { key: "short", label: listed(fields, short) || "Short", values: short },
    { key: "long", label: listed(fields, long) || "Long", values: long },
    { key: "longest", label: longestLabel(fields), values: of(longestOf) },
  ]
}

function listed(fields: readonly ArtworkField[], values: ArtworkValues): string {
  return fields.map(({ name }) => values[name]).join(", ")
}

function longestLabel(fields: readonly ArtworkField[]): string {
  const lengths = fields.flatMap(({ kind, maxLength }) => (kind === "text" ? [maxLength] : []))
  return lengths.length === 0 ? "Longest" : `Longest, ${Math.max(...lengths)} letters`
}

function shortOf({ kind, choices, sample, maxLength }: ArtworkField): string {
  if (kind === "number") return "7"
  if (kind === "choice") return byLength(choices ?? [])[0] ?? sample
  return kind === "date" ? sample : SHORT.slice(0, maxLength)
}

function longOf({ kind, choices, sample, maxLength }: ArtworkField): string {
  if (kind === "number") return "100".slice(0, maxLength)
  if (kind === "choice") return byLength(choices ?? []).at(-1) ?? sample
  return kind === "date" ? sample : LONG.slice(0, maxLength)
}

function longestOf(field: ArtworkField): string {
  const { kind, sample, maxLength } = field
  if (kind === "number") return "8".repeat(Math.min(maxLength, 12))
  if (kind === "choice") return longOf(field)
  if (kind === "date") return sample
  return WIDE.repeat(Math.ceil(maxLength / WIDE.length)).slice(0, maxLength)
}

function byLength(texts: readonly string[]): string[] {
  return [...texts].sort((a, b) => a.length - b.length)
}
