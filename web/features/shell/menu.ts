import {
  Activity,
  ChartColumn,
  CreditCard,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  Printer,
  Ruler,
  ScrollText,
  ShoppingBag,
  Users,
} from "lucide-react"
import { type KeyCommandId, keyCommandsFor, type Viewer } from "../../lib/key-commands.ts"

/** A page of the menu, which opens the command's address. */
export type MenuEntry = {
  command: KeyCommandId
  href: string
  label: string
  Icon: LucideIcon
  /** A page that belongs to it under an address of its own. */
  also?: string
  /** The tab that it opens while something is pending there. */
  pending?: { tab: string }
}

const entries: Pick<MenuEntry, "command" | "Icon" | "also" | "pending">[] = [
  { command: "dashboard", Icon: LayoutDashboard },
  { command: "orders", Icon: ShoppingBag },
  { command: "prints", Icon: ScrollText },
  { command: "sizes", Icon: Ruler },
  { command: "images", Icon: Images, also: "/fonts" },
  { command: "print-shop", Icon: Printer },
  { command: "integrations", Icon: Plug },
  { command: "reports", Icon: ChartColumn },
  { command: "users", Icon: Users },
  { command: "completed-payments", Icon: CreditCard, pending: { tab: "pending" } },
  { command: "operations", Icon: Activity },
]

/** Returns the menu's entries; three more for admins, and prints alone for a press: the server checks again. */
export function menuFor(viewer: Viewer): readonly MenuEntry[] {
  const commands = keyCommandsFor(viewer)
  return entries.flatMap((entry) => {
    const command = commands.find(({ id }) => id === entry.command)
    if (command === undefined || !("href" in command.target)) return []
    return { ...entry, href: command.target.href, label: command.name }
  })
}
