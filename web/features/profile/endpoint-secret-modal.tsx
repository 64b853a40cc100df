import type { NewEventEndpoint } from "../../../contract/events/event-endpoint.ts"
import { Button } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { CopyField } from "./copy-field.tsx"

/** Shows an endpoint's secret, the only time that it is shown. */
export function EndpointSecretModal({
  endpoint,
  onClose,
}: {
  endpoint: NewEventEndpoint
  onClose: () => void
}) {
  const isNew = endpoint.oldSecretUntil === null
  return (
    <Modal
      onClose={onClose}
      size="md"
      title="Copy the secret"
      description={endpoint.url}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4 pb-1">
        <Notice tone="warn">
          This is the only time that the secret is shown. Your program checks with it that an event is ours.
          {!isNew && " The old secret signs as well for 24 hours."}
        </Notice>
        <CopyField label="Secret" text={endpoint.secret} />
      </div>
    </Modal>
  )
}
