import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { ChevronDown, CreditCard, Keyboard, LogOut, UserRound } from "lucide-react"
import { Suspense } from "react"
import { Avatar } from "../../components/ui/avatar.tsx"
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../../components/ui/dropdown-menu.tsx"
import { FilmIcon } from "../../components/ui/film-icon.tsx"
import { displayName, useAuth, useMay } from "../../lib/auth.tsx"
import { useBuyCredits } from "../credits/use-buy-credits.ts"

const Workplaces = lazyRouteComponent(() => import("./workplaces.tsx"), "Workplaces")

export function UserMenu({ onShowKeys }: { onShowKeys: () => void }) {
  const { user, signOut } = useAuth()
  const buyCredits = useBuyCredits()
  const isOwner = useMay("owner")
  const name = displayName(user)
  return (
    <Menu
      className="min-w-56"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${name}`}
          className="flex h-9 items-center gap-2 rounded-md pr-1.5 pl-1 text-sm font-[550] hover:bg-hover coarse:h-11 coarse:pl-2"
        >
          <Avatar name={name} />
          <span className="hidden max-w-48 truncate md:inline">{name}</span>
          <ChevronDown className="hidden size-3.5 text-ink-3 md:inline-block" aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>
        <span className="block truncate text-sm font-[600] text-ink">{name}</span>
        <span className="block truncate">{user.username}</span>
      </MenuLabel>
      <MenuSeparator />
      {user.workplaces.length > 0 && (
        <Suspense>
          <Workplaces />
        </Suspense>
      )}
      {isOwner && (
        <>
          <MenuItem asChild>
            <Link to="/profile">
              <UserRound aria-hidden="true" /> My Profile
            </Link>
          </MenuItem>
          <MenuItem asChild>
            <Link to="/profile" hash="payments">
              <CreditCard aria-hidden="true" /> Payments and refunds
            </Link>
          </MenuItem>
          <MenuItem icon={<FilmIcon />} onSelect={buyCredits}>
            Buy Credits
          </MenuItem>
        </>
      )}
      <MenuItem icon={<Keyboard aria-hidden="true" />} onSelect={onShowKeys} className="max-md:hidden">
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void signOut()}>
        Log Out
      </MenuItem>
    </Menu>
  )
}
