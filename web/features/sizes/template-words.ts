import type { SheetTemplateInput } from "../../../contract/artwork/size.ts"
import type { Packing } from "../../../contract/status.ts"

/** The ways to pack as the seller reads them. */
export const packingNames: Record<Packing, string> = {
  tightest: "Tightest",
  "by-order": "By order",
  "straight-cuts": "Straight cuts",
}

/** A yes or no of a template: how a form asks for it, and its word in the table. */
type TemplateSwitch = {
  key: {
    [Key in keyof SheetTemplateInput]-?: SheetTemplateInput[Key] extends boolean ? Key : never
  }[keyof SheetTemplateInput]
  label: string
  hint: string
  word: string
}

export const templateSwitches: readonly TemplateSwitch[] = [
  { key: "rotate", label: "Turn pieces", hint: "By quarter turns, if that saves film", word: "turns" },
  { key: "trim", label: "Trim artwork", hint: "Print only its ink, not the empty border", word: "trims" },
  { key: "mirror", label: "Mirror", hint: "For films that are printed face down", word: "mirrors" },
  { key: "labels", label: "Labels", hint: "A small name beside each copy", word: "labels" },
]

/** Those that mean something where shapes are nested alone. */
export const nestingSwitches: readonly TemplateSwitch[] = [
  {
    key: "useHoles",
    label: "Use holes",
    hint: "Places pieces inside others too: you need a cutter to separate them",
    word: "uses holes",
  },
]
