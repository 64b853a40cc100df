import {
  CreditCard,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Plug,
  Ruler,
  ScrollText,
  ShoppingBag,
  Users,
} from "lucide-react"
import type { UserRole } from "../../../contract/status.ts"

export type MenuEntry = { href: string; label: string; Icon: LucideIcon }

const everyone: MenuEntry[] = [
  { href: "/dashboard", label: "Dashboard", Icon: LayoutDashboard },
  { href: "/orders", label: "Integration Orders", Icon: ShoppingBag },
  { href: "/prints", label: "Prints", Icon: ScrollText },
  { href: "/sizes", label: "Sizes", Icon: Ruler },
  { href: "/images", label: "Images", Icon: Images },
  { href: "/integrations", label: "Integrations", Icon: Plug },
]
const admins: MenuEntry[] = [
  { href: "/users", label: "Users", Icon: Users },
  { href: "/completed-payments", label: "Completed Payments", Icon: CreditCard },
]

/** The sidebar's entries; two more for admins, whom the server checks again. */
export function menuFor(role: UserRole): readonly MenuEntry[] {
  return role === "admin" ? [...everyone, ...admins] : everyone
}
