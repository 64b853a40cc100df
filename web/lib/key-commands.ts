import type { UserRole } from "../../contract/status.ts"

/** The dialogs that open over any page. */
export type Overlay = "palette" | "keys"

/** The effect of a command: it opens a page, or a dialog over this one, or focuses the page's search. */
export type KeyTarget = { href: string } | { opens: Overlay } | { focuses: "search" }

export type CommandParts<Target> = {
  /** The name as buttons and menus have it. */
  name: string
  target: Target
  /** The keys, as `readPresses` has them. */
  press?: string
  /** True for a page; else it is an action. */
  isPage?: true
  isAdmins?: true
}

export const page = (href: string) => ({ isPage: true, target: { href } }) as const
export const onlyAdmins = { isAdmins: true } as const

/**
 * The commands with keys. Every page needs them; other words for them, and all other commands, come with the
 * palette (`commands.ts`).
 */
export const keyCommands = {
  find: { name: "Find anything", press: "$mod+k", target: { opens: "palette" } },
  "search-page": { name: "Search this page", press: "/", target: { focuses: "search" } },
  "new-print": {
    name: "New print",
    press: "n",
    target: { href: "/prints/manual-create?addPrint=true" },
  },
  "upload-images": {
    name: "Upload images",
    press: "u",
    target: { href: "/images?addImage=true" },
  },
  "todays-batch": {
    name: "Make today’s film",
    press: "b",
    target: { href: "/orders?todaysBatch=true" },
  },
  "import-orders": {
    name: "Import orders",
    press: "i",
    target: { href: "/orders?addImport=true" },
  },
  keys: {
    name: "Keyboard shortcuts",
    press: "?",
    target: { opens: "keys" },
  },
  dashboard: { name: "Dashboard", press: "g d", ...page("/dashboard") },
  orders: {
    name: "Integration Orders",
    press: "g o",
    ...page("/orders"),
  },
  prints: { name: "Prints", press: "g p", ...page("/prints") },
  sizes: { name: "Sizes", press: "g s", ...page("/sizes") },
  images: { name: "Images", press: "g i", ...page("/images") },
  "print-shop": { name: "Print shop", press: "g h", ...page("/print-shop") },
  integrations: {
    name: "Integrations",
    press: "g t",
    ...page("/integrations"),
  },
  reports: {
    name: "Reports",
    press: "g r",
    ...page("/reports"),
  },
  users: { name: "Users", press: "g u", ...page("/users"), ...onlyAdmins },
  "completed-payments": {
    name: "Completed Payments",
    press: "g c",
    ...page("/completed-payments"),
    ...onlyAdmins,
  },
  operations: {
    name: "Operations",
    press: "g e",
    ...page("/operations"),
    ...onlyAdmins,
  },
} satisfies Record<string, CommandParts<KeyTarget> & { press: string }>

export type KeyCommandId = keyof typeof keyCommands
export type KeyCommand = CommandParts<KeyTarget> & { id: KeyCommandId; press: string }

/** Returns the commands that a role has keys for. */
export const keyCommandsFor = listerOf<KeyCommand>(keyCommands)

/** Returns what lists a registry's commands for a role, each with its id. */
export function listerOf<Command extends { id: string; isAdmins?: true }>(
  registry: Record<Command["id"], Omit<Command, "id">>,
): (role: UserRole) => readonly Command[] {
  const all = Object.entries(registry).map(([id, spec]) => Object.assign({}, spec, { id }) as Command)
  return (role) => all.filter(({ isAdmins }) => role === "admin" || isAdmins !== true)
}

/** Returns the keys one by one, as they are written on keyboards: `g o` is G, O. */
export function keysOf({ press = "" }: { press?: string }): string[] {
  return press
    .split(/[ +]/)
    .filter(Boolean)
    .map((key) => (key === "$mod" ? "Ctrl" : key.toUpperCase()))
}

/** Returns whether a key needs a modifier, so that nobody presses it by speaking or by chance. */
export function hasModifier({ press }: KeyCommand): boolean {
  return press.startsWith("$mod+")
}
