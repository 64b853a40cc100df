import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate, useParams } from "@tanstack/react-router"
import { Pencil, Trash2 } from "lucide-react"
import { Suspense } from "react"
import type { User } from "../../../contract/accounts/account.ts"
import { AdminOnly } from "../../components/admin-only.tsx"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { FilmIcon } from "../../components/ui/film-icon.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { displayName } from "../../lib/auth.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { AccountHead } from "../account/account-head.tsx"
import { ProfileForm } from "../account/profile-form.tsx"
import { AddCredits } from "./add-credits.tsx"
import { updateUser, userOptions } from "./user-calls.ts"
import { DeleteUserModal, EditCreditModal, EditUserModal } from "./user-modals.tsx"
import { UserPrints } from "./user-prints.tsx"

const Statement = lazyRouteComponent(() => import("../credits/statement.tsx"), "Statement")

export function UserScreen() {
  return (
    <AdminOnly>
      <OneUser />
    </AdminOnly>
  )
}

UserScreen.fetchAhead = ({ params }: Address) => {
  fetchAhead(userOptions(params.userId))
}

function OneUser() {
  const { userId = "" } = useParams({ strict: false })
  const user = useQuery(userOptions(userId))
  if (user.data) return <Account user={user.data} />
  if (user.error instanceof ApiFailure && user.error.status === 404) return <NoSuchUser />
  if (user.isError)
    return <Notice tone="bad">The account could not be loaded. {failureWords(user.error)}</Notice>
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-14 w-72 rounded-lg" />
      <Skeleton className="mt-6 h-64 rounded-lg" />
    </div>
  )
}

function Account({ user }: { user: User }) {
  const name = displayName(user)
  const navigate = useNavigate()
  const editUser = useModalParam("editUser")
  const editCredit = useModalParam("editCredit")
  const deleteUser = useModalParam("deleteUser")
  usePageMeta({ title: name, crumbs: [{ label: "Users", href: "/users" }, { label: name }] })
  return (
    <>
      <AccountHead
        user={user}
        detail={
          <span className="flex flex-wrap items-center gap-2">
            {user.username} <Tag className="capitalize">{user.role}</Tag>
            <StatusPill tone={user.status === "active" ? "good" : "bad"} className="capitalize">
              {user.status}
            </StatusPill>
          </span>
        }
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Pencil />}
          {...asCommand("edit-user")}
          onClick={() => editUser.open(user._id)}
        >
          Edit user
        </Button>
        <Button
          size="sm"
          icon={<FilmIcon className="size-4" />}
          {...asCommand("edit-credit")}
          onClick={() => editCredit.open(user._id)}
        >
          Edit credit
        </Button>
        <Button
          size="sm"
          variant="danger-ghost"
          icon={<Trash2 />}
          {...asCommand("delete-user")}
          onClick={() => deleteUser.open(user._id)}
        >
          Delete user
        </Button>
      </div>
      <div className="mt-6">
        <AddCredits user={user} />
      </div>
      <div className="mt-6">
        <ProfileForm
          key={`${user._id} ${user.email} ${name}`}
          user={user}
          save={(profile) => updateUser(user._id, profile)}
        />
      </div>
      <UserPrints userId={user._id} />
      <Suspense>
        <Statement owner={{ userId: user._id }} owedCredits={user.credit.owedCredits ?? 0} />
        {editUser.isOpen && <EditUserModal userId={user._id} onClose={editUser.close} />}
        {editCredit.isOpen && <EditCreditModal userId={user._id} onClose={editCredit.close} />}
        {deleteUser.isOpen && (
          <DeleteUserModal
            userId={user._id}
            onClose={deleteUser.close}
            onDeleted={() => void navigate({ to: "/users", replace: true })}
          />
        )}
      </Suspense>
    </>
  )
}

function NoSuchUser() {
  return (
    <EmptyState
      headingLevel="h1"
      title="No such user"
      description="The account may have been deleted."
      action={
        <Link to="/users" className={buttonVariants({ variant: "primary", size: "lg" })}>
          All users
        </Link>
      }
    />
  )
}
