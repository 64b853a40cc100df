import { Plus } from "lucide-react"
import { z } from "zod"
import { AdminOnly } from "../../components/admin-only.tsx"
import { PageTabs } from "../../components/page-tabs.tsx"
import { Button } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useSearch } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { AddUserModal } from "./add-user-modal.tsx"
import { AuditTab } from "./audit-tab.tsx"
import { UsersTab } from "./users-tab.tsx"

/** Shows all accounts, and admins' changes as a second tab. */
export function UsersScreen() {
  return (
    <AdminOnly>
      <Users />
    </AdminOnly>
  )
}

const searchSchema = z.object({ tab: z.enum(["users", "audit"]).catch("users") })

function Users() {
  const { tab } = useSearch(searchSchema)
  const addUser = useModalParam("addUser")
  return (
    <>
      <PageHeader
        title="Users"
        description={
          tab === "users"
            ? "Accounts, their role, state and credits."
            : "Changes made by admins, newest first. They cannot be edited."
        }
        isInline
        actions={
          <Button variant="primary" icon={<Plus />} onClick={() => addUser.open()}>
            Add user
          </Button>
        }
      />
      <div className="mt-4">
        <PageTabs
          label="Users and audit trail"
          value={tab}
          tabs={[
            { value: "users", label: "Users", content: <UsersTab /> },
            { value: "audit", label: "Audit trail", content: <AuditTab /> },
          ]}
        />
      </div>
      {addUser.isOpen && <AddUserModal onClose={addUser.close} />}
    </>
  )
}
