import { Link } from "@tanstack/react-router"
import { AdminOnly } from "../../components/admin-only.tsx"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"

export function UsersScreen() {
  return (
    <AdminOnly>
      <PageHeader title="Users" />
      <EmptyState title="No users to show" description="Accounts appear here for admins to look after." />
    </AdminOnly>
  )
}

export function UserScreen() {
  return (
    <AdminOnly>
      <PageHeader title="User" />
      <EmptyState
        title="No such user"
        description="The account may have been deleted."
        action={
          <Link to="/users" className={buttonVariants({ variant: "primary", size: "lg" })}>
            All users
          </Link>
        }
      />
    </AdminOnly>
  )
}
