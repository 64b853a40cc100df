import { Building2, Check, DoorOpen } from "lucide-react"
import { useEffect } from "react"
import type { Role } from "../../../contract/accounts/role.ts"
import { MenuItem, MenuLabel, MenuSeparator } from "../../components/ui/dropdown-menu.tsx"
import { useAuth, useMay } from "../../lib/auth.tsx"
import { followTabs, openAccount } from "../../lib/open-account.ts"
import { toastFailure } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"

const roleWords: Record<Role, string> = { owner: "Yours", maker: "Maker", press: "Press" }

/** Lists the accounts that the person works in, to open another one, or to leave one of others. */
export function Workplaces() {
  const { user } = useAuth()
  const isOwner = useMay("owner")
  const leaving = useModalParam("leaveAccount")
  return (
    <>
      <MenuLabel>Accounts</MenuLabel>
      {user.workplaces.map(({ _id, name, role }) => {
        const isShown = _id === user._id
        return (
          <MenuItem
            key={_id}
            icon={isShown ? <Check aria-hidden="true" /> : <Building2 aria-hidden="true" />}
            aria-current={isShown ? "true" : undefined}
            onSelect={() => {
              if (!isShown) openAccount(_id).catch(toastFailure)
            }}
          >
            <span className="max-w-56 truncate">{name}</span>
            <span className="ml-auto pl-3 text-xs text-ink-3">{roleWords[role]}</span>
          </MenuItem>
        )
      })}
      {!isOwner && (
        <MenuItem icon={<DoorOpen aria-hidden="true" />} onSelect={() => leaving.open()}>
          Leave this account
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  )
}

/** Has this tab show the account that another tab has opened. */
export function TabsAlike() {
  const { _id } = useAuth().user
  useEffect(() => followTabs(_id), [_id])
  return null
}
