import { useBlocker } from "@tanstack/react-router"
import { Button } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"

type LeaveGuardProps = {
  isDirty: boolean
  isSaving: boolean
  /** Says what is not saved yet. */
  description: string
  onSave: () => Promise<boolean>
}

/** Asks before a page with changes is left. The browser itself asks before it closes the tab. */
export function LeaveGuard({ isDirty, isSaving, description, onSave }: LeaveGuardProps) {
  const blocker = useBlocker({
    // A modal or a filter in the address does not leave the page.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== "blocked") return null
  const { proceed, reset } = blocker
  return (
    <Modal
      onClose={reset}
      title="Leave without saving?"
      description={description}
      footer={
        <>
          <Button variant="danger-ghost" onClick={proceed}>
            Discard changes
          </Button>
          <Button
            variant="primary"
            isLoading={isSaving}
            onClick={() => void onSave().then((isSaved) => (isSaved ? proceed() : reset()))}
          >
            Save and leave
          </Button>
        </>
      }
    />
  )
}
