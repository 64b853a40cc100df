import { MAX_NAME_LENGTH } from "../../contract/limit.ts"
import { labelText } from "../../contract/name.ts"

/**
 * Returns the path's last part as a label, never empty, and short enough for a later name change; with `ending` if it
 * has none.
 */
export function imageNameOf(path: string, ending = ""): string {
  const last = path.split(/[/\\]/).at(-1) ?? ""
  const plain = labelText(last.normalize("NFC")).trim()
  const named = ending !== "" && plain !== "" && !/\.\w{2,5}$/.test(plain) ? `${plain}.${ending}` : plain
  const cut = named.slice(0, MAX_NAME_LENGTH).replace(/[\uD800-\uDBFF]$/, "")
  return cut.trimEnd() || (ending === "" ? "Untitled" : `Untitled.${ending}`)
}
