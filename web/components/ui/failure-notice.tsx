import { failureWords, messageOf, requestIdOf } from "../../lib/api.ts"
import { Button } from "./button.tsx"
import { EmptyState } from "./empty-state.tsx"
import { Notice } from "./notice.tsx"

export type FailureNoticeProps = { error: Error; onRetry: () => void; className?: string }

/** Shows in place of the missing content why it failed, the id that support asks for, and a retry. */
export function FailureNotice({ error, onRetry, className }: FailureNoticeProps) {
  const requestId = requestIdOf(error)
  return (
    <Notice
      tone="bad"
      className={className}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{messageOf(error)}</p>
      {requestId !== null && <p className="mt-0.5 text-xs [overflow-wrap:anywhere]">Request {requestId}</p>}
    </Notice>
  )
}

/** The error of a failed load, and how to try again. */
export type LoadFailure = { error: Error; onRetry: () => void }

type Loading = { data: unknown; error: Error | null; refetch: () => unknown }

/** Returns why a query has nothing to show; null while it has data, even old data. */
export function loadFailure({ data, error, refetch }: Loading): LoadFailure | null {
  return error !== null && data === undefined ? { error, onRetry: () => void refetch() } : null
}

/** Says in place of a page why it could not be loaded. */
export function PageFailure({ title, error, onRetry }: LoadFailure & { title: string }) {
  return (
    <EmptyState
      headingLevel="h1"
      title={title}
      description={failureWords(error)}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  )
}
