import { Link } from "@tanstack/react-router"
import { Pencil, Trash2 } from "lucide-react"
import type { ListedUser } from "../../../contract/accounts/user.ts"
import { Avatar } from "../../components/ui/avatar.tsx"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { FilmIcon } from "../../components/ui/film-icon.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { displayName } from "../../lib/auth.tsx"
import { formatCount, formatDate } from "../../lib/format.ts"

export type UserHandlers = {
  onEdit: (user: ListedUser) => void
  onEditCredit: (user: ListedUser) => void
  onDelete: (user: ListedUser) => void
  onToggle: (user: ListedUser) => void
  /** The account whose state is being changed. */
  busyId: string | null
}

export function userColumns(handlers: UserHandlers): DataTableColumn<ListedUser>[] {
  return [
    {
      id: "firstName",
      header: "Name",
      isSortable: true,
      cell: (user) => (
        <span className="flex items-center gap-3">
          <Avatar name={displayName(user)} />
          <span className="min-w-0">
            <span className="block max-w-48 truncate font-[600]">{displayName(user)}</span>
            <span className="block max-w-48 truncate text-xs text-ink-3">{user.username}</span>
          </span>
        </span>
      ),
    },
    {
      id: "email",
      header: "Email",
      isSortable: true,
      cell: (user) => (
        <span className="block max-w-56 truncate text-ink-2" title={user.email}>
          {user.email}
        </span>
      ),
    },
    {
      id: "role",
      header: "Role",
      isSortable: true,
      cell: (user) => <Tag className="capitalize">{user.role}</Tag>,
    },
    {
      id: "status",
      header: "Status",
      isSortable: true,
      cell: (user) => <StatusSwitch user={user} handlers={handlers} />,
    },
    {
      id: "credits",
      header: "Credits",
      align: "end",
      cell: (user) => <b className="font-[600] tabular-nums">{formatCount(user.credit.availableCredits)}</b>,
    },
    {
      id: "createdAt",
      header: "Joined",
      isSortable: true,
      cell: (user) => <span className="whitespace-nowrap text-ink-2">{formatDate(user.createdAt)}</span>,
    },
    {
      ...actionsColumn,
      cell: (user) => <UserActions user={user} handlers={handlers} />,
    },
  ]
}

export function UserCard({ user, handlers }: { user: ListedUser; handlers: UserHandlers }) {
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={displayName(user)} className="size-10" />
        <div className="min-w-0 flex-1">
          <div className="truncate text-base font-[600]">{displayName(user)}</div>
          <div className="truncate text-sm text-ink-2">{user.email}</div>
        </div>
        <Tag className="capitalize">{user.role}</Tag>
      </div>
      <div className="mt-3 flex items-center justify-between text-sm">
        <StatusSwitch user={user} handlers={handlers} />
        <span className="text-ink-2">
          <b className="font-[600] text-ink tabular-nums">{formatCount(user.credit.availableCredits)}</b>{" "}
          credits
        </span>
      </div>
      <div className="mt-3 flex justify-end border-line-soft border-t pt-2">
        <UserActions user={user} handlers={handlers} />
      </div>
    </>
  )
}

function StatusSwitch({ user, handlers }: { user: ListedUser; handlers: UserHandlers }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Switch
        label={`${displayName(user)} is active`}
        checked={user.status === "active"}
        isDisabled={handlers.busyId !== null}
        onCheckedChange={() => handlers.onToggle(user)}
      />
      <span className="text-ink-2 capitalize">{user.status}</span>
    </span>
  )
}

function UserActions({ user, handlers }: { user: ListedUser; handlers: UserHandlers }) {
  const name = displayName(user)
  const actions = [
    {
      verb: "Edit credit of",
      title: "Edit credit",
      icon: <FilmIcon className="size-4" />,
      act: handlers.onEditCredit,
    },
    { verb: "Edit", title: "Edit", icon: <Pencil />, act: handlers.onEdit },
    { verb: "Delete", title: "Delete", icon: <Trash2 />, act: handlers.onDelete },
  ]
  return (
    <span className="inline-flex items-center gap-1">
      <Link
        to="/users/$userId"
        params={{ userId: user._id }}
        aria-label={`Details of ${name}`}
        className={buttonVariants({ variant: "ghost", size: "sm" })}
      >
        Details
      </Link>
      {actions.map(({ verb, title, icon, act }) => (
        <Button
          key={verb}
          variant="ghost"
          size="icon-sm"
          aria-label={`${verb} ${name}`}
          title={title}
          onClick={() => act(user)}
        >
          {icon}
        </Button>
      ))}
    </span>
  )
}
