import { useQuery } from "@tanstack/react-query"
import { Suspense, useMemo } from "react"
import { type ListedUser, userListQuerySchema } from "../../../contract/accounts/user.ts"
import { userRoles, userStatuses } from "../../../contract/status.ts"
import { FilterSelect } from "../../components/filter-select.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { TableSearch } from "../../components/ui/search-input.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, useTableParams } from "../../lib/use-table-params.ts"
import { useStatusToggle } from "./use-status-toggle.ts"
import { usersOptions } from "./user-calls.ts"
import { UserCard, type UserHandlers, userColumns } from "./user-columns.tsx"
import { DeleteUserModal, EditCreditModal, EditUserModal } from "./user-modals.tsx"

/** Lists all accounts; each row's actions open their modal in the address. */
export function UsersTab() {
  const table = useTableParams(userListQuerySchema, { sortBy: "createdAt" })
  const { query } = table
  const users = useQuery(usersOptions(query))
  const editUser = useModalParam("editUser")
  const editCredit = useModalParam("editCredit")
  const deleteUser = useModalParam("deleteUser")
  const toggle = useStatusToggle()
  const handlers = useMemo<UserHandlers>(
    () => ({
      onEdit: (user: ListedUser) => editUser.open(user._id),
      onEditCredit: (user: ListedUser) => editCredit.open(user._id),
      onDelete: (user: ListedUser) => deleteUser.open(user._id),
      onToggle: toggle.start,
      busyId: toggle.busyId,
    }),
    [editUser.open, editCredit.open, deleteUser.open, toggle.start, toggle.busyId],
  )
  const columns = useMemo(() => userColumns(handlers), [handlers])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <TableSearch label="Search users" table={table} />
        <FilterSelect label="Role" name="role" values={userRoles} all="All roles" className="md:w-32" />
        <FilterSelect
          label="Status"
          name="status"
          values={userStatuses}
          all="All statuses"
          className="md:w-32"
        />
      </div>
      <Notice tone="bad" className="mb-4">
        {toggle.problem}
      </Notice>
      <DataTable
        label="Users"
        columns={columns}
        {...listTable(users, table)}
        rowId={(user) => user._id}
        isFiltered={table.isSearching || Boolean(query.role ?? query.status)}
        renderCard={(user) => <UserCard user={user} handlers={handlers} />}
        onShowAll={() => table.showAll("role", "status")}
        empty={{ title: "No users to show", description: "Accounts appear here." }}
      />
      <Suspense>
        {editUser.isOpen && (
          <EditUserModal key={editUser.value} userId={editUser.value} onClose={editUser.close} />
        )}
        {editCredit.isOpen && (
          <EditCreditModal key={editCredit.value} userId={editCredit.value} onClose={editCredit.close} />
        )}
        {deleteUser.isOpen && <DeleteUserModal userId={deleteUser.value} onClose={deleteUser.close} />}
      </Suspense>
    </>
  )
}
