import {
  Coins,
  CreditCard,
  FolderPlus,
  Inbox,
  Keyboard,
  LogOut,
  type LucideIcon,
  Plus,
  Ruler,
  ScrollText,
  Send,
  Store,
  Type,
  Upload,
  UserPlus,
  UserRound,
} from "lucide-react"
import type { UserRole } from "../../../contract/status.ts"
import { newPrintHref, uploadHref } from "./app-keys.ts"
import { menuFor } from "./menu.ts"

/** An action or a page. `also` holds other words that people use for it. */
export type Command = {
  words: string
  also?: readonly string[]
  Icon: LucideIcon
  target: { href: string } | { does: "buy-credits" | "show-keys" | "sign-out" } | { act: () => void }
  shown?: readonly string[]
}

const actions: readonly Command[] = [
  {
    words: "New print",
    also: ["create", "gang sheet"],
    Icon: Plus,
    target: { href: newPrintHref },
    shown: ["N"],
  },
  { words: "Upload images", also: ["add artwork"], Icon: Upload, target: { href: uploadHref }, shown: ["U"] },
  { words: "Fonts", also: ["typefaces", "letters", "upload fonts"], Icon: Type, target: { href: "/fonts" } },
  {
    words: "Orders to match",
    also: ["inbox", "unmatched", "artwork missing"],
    Icon: Inbox,
    target: { href: "/orders?unmatched=true" },
  },
  { words: "Add size", also: ["create"], Icon: Ruler, target: { href: "/sizes?addSize=true" } },
  {
    words: "Add sheet template",
    also: ["roll", "film", "create"],
    Icon: ScrollText,
    target: { href: "/sizes?tab=templates&addTemplate=true" },
  },
  {
    words: "Add destination",
    also: ["print shop", "create"],
    Icon: Send,
    target: { href: "/sizes?tab=destinations&addDestination=true" },
  },
  {
    words: "Add image category",
    also: ["folder", "create"],
    Icon: FolderPlus,
    target: { href: "/images?editCategory=new" },
  },
  {
    words: "Connect a store",
    also: ["etsy", "integration"],
    Icon: Store,
    target: { href: "/integrations?addIntegration=true" },
  },
  { words: "Buy credits", also: ["pay", "top up"], Icon: CreditCard, target: { does: "buy-credits" } },
  {
    words: "Keyboard shortcuts",
    also: ["keys", "help"],
    Icon: Keyboard,
    target: { does: "show-keys" },
    shown: ["?"],
  },
  { words: "Log out", also: ["sign out"], Icon: LogOut, target: { does: "sign-out" } },
]

const adminActions: readonly Command[] = [
  { words: "Add user", also: ["create"], Icon: UserPlus, target: { href: "/users?addUser=true" } },
  {
    words: "Pending bank transfers",
    also: ["payments"],
    Icon: CreditCard,
    target: { href: "/completed-payments?tab=pending" },
  },
]

/** Parts of pages that people look for by name. */
const morePages: readonly Command[] = [
  {
    words: "What film costs",
    also: ["print shop", "prices", "film price", "ink price", "powder"],
    Icon: Coins,
    target: { href: "/print-shop?change=cost" },
  },
  {
    words: "Where files go",
    also: ["print shop", "delivery", "folder", "webdav", "s3", "bucket", "upload form", "send"],
    Icon: Send,
    target: { href: "/print-shop?change=place" },
  },
  {
    words: "Destinations",
    also: ["print shop", "rip", "cutter", "cut line", "white", "file name"],
    Icon: Send,
    target: { href: "/sizes?tab=destinations" },
  },
  {
    words: "My profile",
    also: ["account", "password", "e-mail"],
    Icon: UserRound,
    target: { href: "/profile" },
  },
  {
    words: "Payment history",
    also: ["invoices", "credit statement"],
    Icon: CreditCard,
    target: { href: "/profile#payments" },
  },
]

/**
 * Returns the role's actions, the seller's own and pages that match the typed text; all of them if it is
 * empty.
 */
export function findCommands(
  role: UserRole,
  typed: string,
  own: readonly Command[] = [],
): { actions: Command[]; pages: Command[] } {
  const pages: Command[] = menuFor(role).map(({ href, label, Icon, letter }) => ({
    words: label,
    Icon,
    target: { href },
    shown: ["G", letter.toUpperCase()],
  }))
  const all = role === "admin" ? [...actions, ...own, ...adminActions] : [...actions, ...own]
  return { actions: fitting(all, typed), pages: fitting([...pages, ...morePages], typed) }
}

/** Returns the commands of which each typed word begins a word; matches in the name come first. */
function fitting(commands: readonly Command[], typed: string): Command[] {
  const wanted = wordsOf(typed)
  const fits = (text: string) => {
    const words = wordsOf(text)
    return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
  }
  const named = commands.filter(({ words }) => fits(words))
  const others = commands.filter(
    (command) => !named.includes(command) && fits([command.words, ...(command.also ?? [])].join(" ")),
  )
  return [...named, ...others]
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}
