import type { UserRole } from "../../../contract/status.ts"
import { menuFor } from "./menu.ts"

/** The dialogs that open over any page. */
export type Overlay = "palette" | "keys"

/** The target of a key: a page, the page's search, or a dialog over it. */
type KeyTarget = { href: string } | { to: "search" } | { opens: Overlay }

/** `press` as `readPresses` has it, `shown` as it is written on the keys. */
export type AppKey = { press: string; shown: readonly string[]; words: string; target: KeyTarget }

export const newPrintHref = "/prints/manual-create?addPrint=true"
export const uploadHref = "/images?addImage=true"

/** Returns the keys that work on every page. All but the first work only outside fields and dialogs. */
export function appKeysFor(role: UserRole): readonly AppKey[] {
  return [
    { press: "$mod+k", shown: ["Ctrl", "K"], words: "Find anything", target: { opens: "palette" } },
    { press: "/", shown: ["/"], words: "Search this page", target: { to: "search" } },
    { press: "n", shown: ["N"], words: "New print", target: { href: newPrintHref } },
    { press: "u", shown: ["U"], words: "Upload images", target: { href: uploadHref } },
    ...menuFor(role).map(({ href, label, letter }) => ({
      press: `g ${letter}`,
      shown: ["G", letter.toUpperCase()],
      words: label,
      target: { href },
    })),
    { press: "?", shown: ["?"], words: "Show this list", target: { opens: "keys" } },
  ]
}

/** Returns whether a key needs a modifier, so that nobody presses it by speaking or by chance. */
export function hasModifier({ press }: AppKey): boolean {
  return press.startsWith("$mod+")
}

/** The keys of the sheet's pieces, once one is picked (`sheet-desk/desk-keys.ts`). */
export const deskKeys: readonly Pick<AppKey, "shown" | "words">[] = [
  { shown: ["←", "→", "↑", "↓"], words: "Move by 0.01 in, with Shift by 0.25 in" },
  { shown: ["R"], words: "Turn" },
  { shown: ["D"], words: "Duplicate" },
  { shown: ["P"], words: "Pin or unpin" },
  { shown: ["Delete"], words: "Remove" },
  { shown: ["Ctrl", "A"], words: "Select all on the sheet" },
  { shown: ["Ctrl", "Z"], words: "Undo, with Shift redo" },
]
