import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { useRef, useState } from "react"
import type { AccessToken, NewAccessToken } from "../../../contract/accounts/access-token.ts"
import type { Id } from "../../../contract/id.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { formatDate } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useScrollToHash } from "../../lib/use-scroll-to-hash.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { LastUse } from "./last-use.tsx"
import { ListSection } from "./list-section.tsx"
import { MadeTokenModal } from "./made-token-modal.tsx"
import { NewTokenModal } from "./new-token-modal.tsx"
import { scopeSummary } from "./scope-words.ts"
import { revokeToken, tokensOptions } from "./token-calls.ts"

/** Lists the account's access tokens, makes new ones and revokes them. */
export function AccessTokens({ userId }: { userId: Id }) {
  const section = useRef<HTMLElement>(null)
  const list = useQuery(tokensOptions(userId))
  const add = useModalParam("addToken")
  const [made, setMade] = useState<NewAccessToken | null>(null)
  const [revoked, setRevoked] = useState<AccessToken | null>(null)
  useScrollToHash(section, list.isFetched)
  const columns: DataTableColumn<AccessToken>[] = [
    { id: "name", header: "Name", card: "title", cell: (token) => <TokenName token={token} /> },
    {
      id: "scopes",
      header: "May",
      cell: ({ scopes }) => <span className="text-ink-2">{scopeSummary(scopes)}</span>,
    },
    { id: "lastUsedAt", header: "Last used", cell: (token) => <LastUse of={token} /> },
    { id: "expiresAt", header: "Expires", cell: (token) => <Expiry token={token} /> },
    {
      ...actionsColumn,
      cell: (token) => (
        <Button size="sm" onClick={() => setRevoked(token)}>
          Revoke<span className="sr-only"> {token.name}</span>
        </Button>
      ),
    },
  ]
  const addButton = (
    <Button icon={<Plus />} onClick={() => add.open()}>
      New token
    </Button>
  )
  return (
    <ListSection
      anchor={{ ref: section, id: "developers" }}
      titleId="access-tokens"
      title="Developers"
      note={
        <>
          Access tokens let your own programs do what you do here.{" "}
          <Link to="/developers" className="touch text-accent-ink hover:underline">
            How they call
          </Link>
        </>
      }
      button={list.data?.length !== 0 && addButton}
      list={
        <DataTable
          label="Access tokens"
          columns={columns}
          rows={list.data}
          rowId={({ _id }) => _id}
          failure={loadFailure(list)}
          empty={{
            headingLevel: "h3",
            title: "No access token yet",
            description:
              "Connect your web shop, order system or a script: with a token it uploads artwork, makes prints and fetches the sheets for you.",
            action: addButton,
          }}
        />
      }
    >
      {add.isOpen && (
        <NewTokenModal
          onClose={add.close}
          onMade={(token) => {
            add.close()
            setMade(token)
          }}
        />
      )}
      {made && <MadeTokenModal token={made} onClose={() => setMade(null)} />}
      {revoked && <RevokeModal token={revoked} onClose={() => setRevoked(null)} />}
    </ListSection>
  )
}

function TokenName({ token }: { token: AccessToken }) {
  return (
    <span className="block min-w-0 md:min-w-44 md:py-2">
      <span className="flex flex-wrap items-center gap-2">
        <b className="min-w-0 font-[600] break-words">{token.name}</b>
        {token.isTest && <Tag>Test</Tag>}
      </span>
      <span className="block font-mono text-xs text-ink-3">{token.hint}</span>
    </span>
  )
}

function Expiry({ token: { expiresAt } }: { token: AccessToken }) {
  if (expiresAt === null) return <span className="text-ink-3">Never</span>
  if (Date.parse(expiresAt) <= Date.now()) return <StatusPill tone="bad">Expired</StatusPill>
  return <span className="whitespace-nowrap">{formatDate(expiresAt)}</span>
}

function RevokeModal({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const revoke = useMutation({
    mutationFn: () => revokeToken(token._id),
    onSuccess: (message) => {
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      title={`Revoke ${token.name}?`}
      description="Programs that use this token stop working at once. It cannot be brought back."
      verb="Revoke"
      isDanger
      isWorking={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    />
  )
}
