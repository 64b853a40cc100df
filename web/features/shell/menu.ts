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
import type { UserRole } from "../../../contract/status.ts"

/** A page of the menu. `letter` opens it after `g`. */
export type MenuEntry = {
  href: string
  label: string
  Icon: LucideIcon
  letter: string
  /** A page that belongs to it under an address of its own. */
  also?: string
  /** The tab that it opens while something is pending there. */
  pending?: { tab: string }
}

const everyone: MenuEntry[] = [
  { href: "/dashboard", label: "Dashboard", Icon: LayoutDashboard, letter: "d" },
  { href: "/orders", label: "Integration Orders", Icon: ShoppingBag, letter: "o" },
  { href: "/prints", label: "Prints", Icon: ScrollText, letter: "p" },
  { href: "/sizes", label: "Sizes", Icon: Ruler, letter: "s" },
  { href: "/images", label: "Images", Icon: Images, letter: "i", also: "/fonts" },
  { href: "/print-shop", label: "Print shop", Icon: Printer, letter: "h" },
  { href: "/integrations", label: "Integrations", Icon: Plug, letter: "t" },
  { href: "/reports", label: "Reports", Icon: ChartColumn, letter: "r" },
]
const admins: MenuEntry[] = [
  { href: "/users", label: "Users", Icon: Users, letter: "u" },
  {
    href: "/completed-payments",
    label: "Completed Payments",
    Icon: CreditCard,
    letter: "c",
    pending: { tab: "pending" },
  },
  { href: "/operations", label: "Operations", Icon: Activity, letter: "e" },
]

/** Returns the menu's entries; three more for admins, whom the server checks again. */
export function menuFor(role: UserRole): readonly MenuEntry[] {
  return role === "admin" ? [...everyone, ...admins] : everyone
}
