import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Plug, RefreshCw } from "lucide-react"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { texts } from "../../../contract/text.ts"
import { Button, type ButtonProps } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { requestIdOf } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { formatCount, formatWhen, lowerFirst } from "../../lib/format.ts"
import { syncProgress } from "../../lib/live-progress.ts"
import { toastError, toastFailure } from "../../lib/toast.tsx"
import { connectIntegration, isSyncing, startSync } from "./integration-calls.ts"

/** Returns whether a shop's orders come in files: it is neither connected nor synced. */
export function isOfFiles({ type }: Pick<Integration, "type">): boolean {
  return type === "File"
}

/** The server's message for a shop without tokens. */
const NOT_CONNECTED = "accessToken is not defined"

type SyncButtonProps = {
  integrations: readonly Integration[]
  /** True beside a button that matters more; on a phone it is an icon then. */
  isQuiet?: boolean
}

/** Syncs the orders of these shops. It is disabled while a sync runs. */
export function SyncButton({ integrations, isQuiet = false }: SyncButtonProps) {
  const shops = integrations.filter((one) => !isOfFiles(one))
  const isRunning = shops.some(isSyncing)
  const connected = shops.filter(({ session }) => session !== null)
  // For a shop that is not connected, the server says what to do first.
  const targets = connected.length > 0 ? connected : shops.slice(0, 1)
  const sync = useMutation({
    mutationFn: () => Promise.all(targets.map(({ _id }) => startSync(_id))),
    meta: { silent: true },
    onError: (error) => (requestIdOf(error) === null ? toastSyncError(error.message) : toastFailure(error)),
  })
  // Files are imported; there is nothing to sync.
  if (integrations.length > 0 && shops.length === 0) return null
  return (
    <Button
      variant={isQuiet ? "secondary" : "primary"}
      icon={<RefreshCw />}
      className={isQuiet ? "coarse:w-11 coarse:px-0" : undefined}
      isLoading={sync.isPending || isRunning}
      disabled={shops.length === 0}
      {...asCommand("sync-orders")}
      onClick={() => sync.mutate()}
    >
      <span className={isQuiet ? "coarse:sr-only" : undefined}>Sync orders</span>
    </Button>
  )
}

type SyncStateProps = {
  integration: Integration
  /** True on the shop's own page, which has the button itself. */
  isOnItsPage?: boolean
  className?: string
}

/** Shows the progress of a running sync, or why the last one stopped early; nothing if all is well. */
export function SyncState({ integration, isOnItsPage, className }: SyncStateProps) {
  const live = syncProgress.useLatest(integration._id)
  if (isSyncing(integration)) {
    const { done = 0, total = 0 } = live ?? {}
    const words =
      total === 0
        ? `Reading the orders of ${integration.name}`
        : `Reading the orders of ${integration.name}: ${formatCount(done)} of ${formatCount(total)}`
    return (
      <div className={className}>
        <p role="status" className="text-sm text-ink-2">
          {live?.message || integration.syncMessage || words}
        </p>
        <Progress
          label={`Sync of ${integration.name}`}
          value={total === 0 ? 0 : done / total}
          tone="busy"
          className="mt-1.5"
        />
      </div>
    )
  }
  // After a good end, the message names what could not be read.
  if (!integration.syncMessage) return null
  return (
    <Notice
      tone={integration.syncState === "failed" ? "bad" : "warn"}
      className={className}
      action={
        integration.session === null &&
        !isOnItsPage && (
          <Link
            to="/integrations/$integrationId"
            params={{ integrationId: integration._id }}
            className="touch font-[600] whitespace-nowrap underline underline-offset-3"
          >
            Connect again
          </Link>
        )
      }
    >
      {integration.name}: {integration.syncMessage}
    </Notice>
  )
}

/** `Synced 14:06` */
export function syncedWords(integration: Pick<Integration, "type" | "lastSync" | "session">): string {
  if (isOfFiles(integration))
    return integration.lastSync === null
      ? "By file"
      : `Imported ${lowerFirst(formatWhen(integration.lastSync))}`
  if (integration.session === null) return "Not connected"
  return integration.lastSync === null
    ? "Not synced yet"
    : `Synced ${lowerFirst(formatWhen(integration.lastSync))}`
}

/** Shows the server's message, or other words for a shop that was never connected. */
export function toastSyncError(message: string): void {
  toastError(message === NOT_CONNECTED ? texts.connectToSync : message)
}

type ConnectionProps = { integration: Integration }

/** Shows that a shop is connected, or a button to connect it. */
export function Connection({ integration }: ConnectionProps) {
  if (isOfFiles(integration)) return <span className="text-ink-2">By file</span>
  if (integration.session?.access_token) return <StatusPill tone="good">Connected</StatusPill>
  return <ConnectButton integration={integration} size="sm" label="Connect" />
}

/** Leaves for the provider; it stays busy until the page is left. */
export function ConnectButton({
  integration,
  label,
  ...look
}: ConnectionProps & { label: string } & Pick<ButtonProps, "size" | "variant">) {
  const connect = useMutation({ mutationFn: () => connectIntegration(integration._id) })
  return (
    <Button
      {...look}
      icon={<Plug />}
      isLoading={connect.isPending || connect.isSuccess}
      {...asCommand("connect-again")}
      onClick={() => connect.mutate()}
      aria-label={`${label} ${integration.name}`}
    >
      {label}
    </Button>
  )
}
