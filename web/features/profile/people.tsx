import { useMutation, useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useRef, useState } from "react"
import { type Member, memberRoles } from "../../../contract/accounts/member.ts"
import { type MemberRole, memberRoleNames } from "../../../contract/accounts/role.ts"
import type { Id } from "../../../contract/id.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { formatDate } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useScrollToHash } from "../../lib/use-scroll-to-hash.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { InviteModal } from "./invite-modal.tsx"
import { ListSection } from "./list-section.tsx"
import { changeRole, inviteMember, membersOptions, removeMember } from "./member-calls.ts"

const roleOptions = memberRoleNames.map((value) => ({ value, label: memberRoles[value].name }))

/** Lists the people who work in the account, and those invited to; invites, changes and removes them. */
export function People({ userId }: { userId: Id }) {
  const section = useRef<HTMLElement>(null)
  const list = useQuery(membersOptions(userId))
  const invite = useModalParam("invitePerson")
  const [removed, setRemoved] = useState<Member | null>(null)
  useScrollToHash(section, list.isFetched)
  const again = useMutation({
    mutationFn: ({ email, role }: Member) => inviteMember({ email, role }),
    onSuccess: (message) => toastSuccess(message),
  })
  const columns: DataTableColumn<Member>[] = [
    { id: "name", header: "Person", card: "title", cell: (member) => <PersonName member={member} /> },
    { id: "role", header: "Role", cell: (member) => <RoleChoice member={member} /> },
    {
      id: "joinedAt",
      header: "Since",
      cell: (member) => (
        <span className="flex flex-wrap items-center gap-2">
          <Since member={member} />
          {member.joinedAt === null && (
            <Button
              size="sm"
              isLoading={again.isPending && again.variables._id === member._id}
              onClick={() => again.mutate(member)}
            >
              Invite again<span className="sr-only"> {member.email}</span>
            </Button>
          )}
        </span>
      ),
    },
    {
      ...actionsColumn,
      cell: (member) => (
        <Button size="sm" onClick={() => setRemoved(member)}>
          Remove<span className="sr-only"> {member.name ?? member.email}</span>
        </Button>
      ),
    },
  ]
  const inviteButton = (
    <Button icon={<Plus />} onClick={() => invite.open()}>
      Invite somebody
    </Button>
  )
  return (
    <ListSection
      anchor={{ ref: section, id: "people" }}
      titleId="people-title"
      title="People"
      note="They sign in as themselves and work in your account. You alone buy credits and invite people."
      button={list.data?.length !== 0 && inviteButton}
      list={
        <DataTable
          label="People in your account"
          columns={columns}
          rows={list.data}
          rowId={({ _id }) => _id}
          failure={loadFailure(list)}
          empty={{
            headingLevel: "h3",
            title: "You work alone here",
            description:
              "Invite whoever makes prints with you, or whoever stands at the press: they tick off pieces and fetch files without seeing a price.",
            action: inviteButton,
          }}
        />
      }
    >
      {invite.isOpen && <InviteModal onClose={invite.close} />}
      {removed && <RemoveModal member={removed} onClose={() => setRemoved(null)} />}
    </ListSection>
  )
}

function PersonName({ member: { name, email } }: { member: Member }) {
  return (
    <span className="block min-w-0">
      <b className="block font-[600] break-words">{name ?? email}</b>
      {name !== null && <span className="block text-xs break-words text-ink-3">{email}</span>}
    </span>
  )
}

function RoleChoice({ member }: { member: Member }) {
  const change = useMutation({
    mutationFn: (role: MemberRole) => changeRole(member._id, role),
    onSuccess: (message) => toastSuccess(message),
  })
  return (
    <Select
      label={`Role of ${member.name ?? member.email}`}
      size="sm"
      value={change.isPending ? change.variables : member.role}
      onValueChange={(role: MemberRole) => change.mutate(role)}
      options={roleOptions}
      className="w-28"
    />
  )
}

function Since({ member: { joinedAt, expiresAt } }: { member: Member }) {
  if (joinedAt !== null) return <span className="whitespace-nowrap">{formatDate(joinedAt)}</span>
  if (Date.parse(expiresAt) <= Date.now()) return <StatusPill tone="bad">Invitation expired</StatusPill>
  return <StatusPill tone="busy">Invited</StatusPill>
}

function RemoveModal({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = member.name ?? member.email
  const remove = useMutation({
    mutationFn: () => removeMember(member._id),
    onSuccess: (message) => {
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      title={member.joinedAt === null ? `Take back the invitation of ${name}?` : `Remove ${name}?`}
      description={
        member.joinedAt === null
          ? "The link in the e-mail opens nothing any more. You can invite this person again."
          : "They see nothing of your account from now on. What they made stays. You can invite them again."
      }
      verb={member.joinedAt === null ? "Take back" : "Remove"}
      isDanger
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
