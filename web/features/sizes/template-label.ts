import type { SheetTemplateInput } from "../../../contract/size.ts"
import { formatInches } from "../../lib/format.ts"

/** `22 in roll, gap 0.25 in, 300 DPI`, behind the template's name where that says something else. */
export function templateLabel(
  template: Pick<SheetTemplateInput, "name" | "widthIn" | "gapIn" | "dpi">,
): string {
  const roll = `${formatInches(template.widthIn)} in roll`
  const film = `${roll}, gap ${formatInches(template.gapIn)} in, ${template.dpi} DPI`
  return template.name === roll ? film : `${template.name}: ${film}`
}
