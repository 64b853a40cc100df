import type { SheetTemplate, SheetTemplateInput } from "../../../contract/artwork/size.ts"
import { type LengthUnit, lengthText, lengthUnits, pageUnit } from "../../../contract/length.ts"
import { formatLength } from "../../lib/length.ts"

/** Returns `22 in roll, gap 0.25 in, 300 DPI`, after the template's name if that says something else. */
export function templateLabel(
  template: Pick<SheetTemplateInput, "name" | "widthIn" | "gapIn" | "dpi">,
): string {
  const roll = rollName(template.widthIn, pageUnit())
  const film = `${roll}, gap ${formatLength(template.gapIn)}, ${template.dpi} DPI`
  return saysWidth(template) ? film : `${template.name}: ${film}`
}

/** `22 in roll` */
export function rollName(widthIn: number, unit: LengthUnit): string {
  return `${lengthText(widthIn, unit)} roll`
}

/** Returns whether a template's name only says how wide its roll is, in either unit. */
export function saysWidth({ name, widthIn }: Pick<SheetTemplateInput, "name" | "widthIn">): boolean {
  return lengthUnits.some((unit) => name === rollName(widthIn, unit))
}

/** Returns the chosen template, or the seller's default one. */
export function pickTemplate(
  templates: readonly SheetTemplate[] | undefined,
  id: string | null,
): SheetTemplate | null {
  if (!templates) return null
  return (
    templates.find((template) => template._id === id) ??
    templates.find((template) => template.isDefault) ??
    templates[0] ??
    null
  )
}
