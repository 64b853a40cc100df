import type { SheetTemplate, SheetTemplateInput } from "../../../contract/artwork/size.ts"
import { saysWidth } from "../../../contract/length.ts"
import { formatRoll, formatTyped } from "../../lib/length.ts"

/** Returns `22 in roll, gap 0.25 in, 300 DPI`, after the template's name if that says something else. */
export function templateLabel(
  template: Pick<SheetTemplateInput, "name" | "widthIn" | "gapIn" | "dpi">,
): string {
  const roll = formatRoll(template.widthIn)
  const film = `${roll}, gap ${formatTyped(template.gapIn)}, ${template.dpi} DPI`
  return saysWidth(template) ? film : `${template.name}: ${film}`
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
