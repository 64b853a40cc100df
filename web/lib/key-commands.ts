import type { Profile } from "../../contract/accounts/profile.ts"
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
  /** True if it is about the owner's money or person. */
  isOwners?: true
  /** True if a press has it. */
  isForPress?: true
}

/** Somebody who sees commands: the owner of an account, as an admin or not, or a member of it. */
export type Viewer = UserRole | "maker" | "press"

export function viewerOf({ role, worksAs }: Pick<Profile, "role" | "worksAs">): Viewer {
  return worksAs === "owner" ? role : worksAs
}

export const page = (href: string) => ({ isPage: true, target: { href } }) as const
export const onlyAdmins = { isAdmins: true } as const
export const onlyOwners = { isOwners: true } as const
const alsoPress = { isForPress: true } as const

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
    ...alsoPress,
  },
  dashboard: { name: "Dashboard", press: "g d", ...page("/dashboard") },
  orders: {
    name: "Integration Orders",
    press: "g o",
    ...page("/orders"),
  },
  prints: { name: "Prints", press: "g p", ...page("/prints"), ...alsoPress },
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

/** Returns the commands that somebody has keys for. */
export const keyCommandsFor = listerOf<KeyCommand>(keyCommands)

type Listed = { id: string; isAdmins?: true; isOwners?: true; isForPress?: true }

/** Returns what lists a registry's commands for somebody, each with its id. */
export function listerOf<Command extends Listed>(
  registry: Record<Command["id"], Omit<Command, "id">>,
): (viewer: Viewer) => readonly Command[] {
  const all = Object.entries(registry).map(([id, spec]) => Object.assign({}, spec, { id }) as Command)
  return (viewer) =>
    all.filter(({ isAdmins, isOwners, isForPress }) => {
      if (viewer === "press") return isForPress === true
      if (viewer === "maker") return isAdmins !== true && isOwners !== true
      return viewer === "admin" || isAdmins !== true
    })
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
