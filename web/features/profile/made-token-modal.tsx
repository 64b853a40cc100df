import { Check, Copy } from "lucide-react"
import type { NewAccessToken } from "../../../contract/accounts/access-token.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { tryLine } from "../../lib/curl-lines.ts"
import { useCopy } from "../../lib/use-copy.ts"

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

function CopyField({ label, text }: { label: string; text: string }) {
  const { isCopied, copy } = useCopy()
  const name = isCopied ? "Copied" : `Copy: ${label}`
  return (
    <Field label={label}>
      <Input
        readOnly
        value={text}
        className="font-mono"
        onFocus={(event) => event.target.select()}
        trailing={
          <button
            type="button"
            aria-label={name}
            title={name}
            onClick={() =>
              void copy(text, {
                copied: "Copied to clipboard",
                refused: "The browser did not allow copying. Select the text and copy it.",
              })
            }
            className="touch grid size-7 place-items-center rounded-sm hover:text-ink"
          >
            {isCopied ? <Check className="size-4 text-good-ink" /> : <Copy className="size-4" />}
          </button>
        }
      />
    </Field>
  )
}
