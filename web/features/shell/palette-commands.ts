import {
  Coins,
  CornerDownLeft,
  CreditCard,
  FileUp,
  FolderPlus,
  Inbox,
  Keyboard,
  LogOut,
  type LucideIcon,
  PackageOpen,
  Plus,
  Ruler,
  ScrollText,
  Send,
  Stamp,
  Store,
  TextSearch,
  TriangleAlert,
  Truck,
  Type,
  Upload,
  UserPlus,
  UserRound,
} from "lucide-react"
import {
  type Command,
  type CommandId,
  type CommandTarget,
  commandsFor,
  pressButton,
} from "../../lib/commands.ts"
import { keysOf, type Viewer } from "../../lib/key-commands.ts"
import { menuFor } from "./menu.ts"

/** A row of the palette: a command of the app, or one of the seller's own things. */
export type PaletteCommand = Pick<Command, "name" | "also"> & {
  id: string
  Icon: LucideIcon
  /** The keys as they are written on keyboards. */
  keys?: readonly string[]
  target: Exclude<CommandTarget, { presses: string }> | { act: () => void }
}

/** The icons of commands that are no page of the menu. Buttons of a page share one. */
const icons: Partial<Record<CommandId, LucideIcon>> = {
  "new-print": Plus,
  "upload-images": Upload,
  "todays-batch": PackageOpen,
  "import-orders": FileUp,
  "orders-to-match": Inbox,
  "texts-to-check": TextSearch,
  "artwork-to-look-at": TriangleAlert,
  "sku-list": Inbox,
  "orders-to-press": Stamp,
  "orders-to-ship": Truck,
  "open-fonts": Type,
  "add-size": Ruler,
  "add-template": ScrollText,
  "add-destination": Send,
  "add-address": Send,
  "add-category": FolderPlus,
  "connect-store": Store,
  "film-costs": Coins,
  "where-files-go": Send,
  "buy-credits": CreditCard,
  "add-user": UserPlus,
  "invite-person": UserPlus,
  "pending-transfers": CreditCard,
  keys: Keyboard,
  "sign-out": LogOut,
  templates: ScrollText,
  destinations: Send,
  profile: UserRound,
  "payment-history": CreditCard,
}

export type FoundCommands = Record<"here" | "actions" | "pages", PaletteCommand[]>

/**
 * Returns the commands of the page, other actions and pages that match the typed text; all of them if it is
 * empty. `isHere`: whether the page has a command's button. `own`: actions on the seller's own things.
 */
export function findCommands(
  viewer: Viewer,
  typed: string,
  { isHere, own = [] }: { isHere: (id: CommandId) => boolean; own?: readonly PaletteCommand[] },
): FoundCommands {
  const menu = menuFor(viewer)
  const rows = (commands: readonly Command[]): PaletteCommand[] =>
    commands.map((command) => ({
      ...command,
      Icon: icons[command.id] ?? menu.find((entry) => entry.command === command.id)?.Icon ?? CornerDownLeft,
      keys: keysOf(command),
      target: "presses" in command.target ? { act: () => pressButton(command.id) } : command.target,
    }))
  const all = commandsFor(viewer).filter(isListed)
  const isButton = ({ target }: Command) => "presses" in target
  return {
    here: fitting(rows(all.filter((command) => isButton(command) && isHere(command.id))), typed),
    actions: fitting(
      [...rows(all.filter((command) => !isButton(command) && command.isPage !== true)), ...own],
      typed,
    ),
    pages: fitting(rows(all.filter(({ isPage }) => isPage === true)), typed),
  }
}

/** Returns false for what the palette itself is. */
function isListed({ target }: Command): boolean {
  return !("focuses" in target) && !("opens" in target && target.opens === "palette")
}

/** The words of a question that say nothing of what is looked for. */
const fillers = new Set(
  "a an and are can do does for get how i in is it me much my need of on put the to turn use want what where who with".split(
    " ",
  ),
)

/** Returns the commands of which each typed word begins a word; matches in the name come first. */
function fitting(commands: readonly PaletteCommand[], typed: string): PaletteCommand[] {
  const words = wordsOf(typed)
  const telling = words.filter((word) => !fillers.has(word))
  const wanted = telling.length > 0 ? telling : words
  const fits = (text: string) => {
    const words = wordsOf(text)
    return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
  }
  const named = commands.filter(({ name }) => fits(name))
  const others = commands.filter(
    (command) => !named.includes(command) && fits(`${command.name} ${command.also}`),
  )
  return [...named, ...others]
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}
