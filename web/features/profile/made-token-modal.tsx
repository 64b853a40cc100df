import type { NewAccessToken } from "../../../contract/accounts/access-token.ts"
import { tryLine } from "../../../contract/programs/program-lines.ts"
import { Button } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { CopyField } from "./copy-field.tsx"

/** Shows a new token, the only time that it is shown, and a line to try it with. */
export function MadeTokenModal({ token, onClose }: { token: NewAccessToken; onClose: () => void }) {
  const line = tryLine(window.location.origin, token)
  return (
    <Modal
      onClose={onClose}
      size="md"
      title="Copy your token"
      description={`${token.name} is ready.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4 pb-1">
        <Notice tone="warn">This is the only time that the token is shown. Keep it like a password.</Notice>
        <CopyField label="Token" text={token.token} />
        <CopyField label="Try it" text={line} />
      </div>
    </Modal>
  )
}
