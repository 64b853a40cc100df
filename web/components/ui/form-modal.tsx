import { type ReactNode, useId } from "react"
import { failureWords } from "../../lib/api.ts"
import { Button } from "./button.tsx"
import { Modal, type ModalProps } from "./modal.tsx"
import { Notice } from "./notice.tsx"

export type FormModalProps = Pick<ModalProps, "onClose" | "title" | "description" | "size"> & {
  /** What the form does, on its button. */
  verb: string
  cancel?: string
  isDangerous?: boolean
  /** On its way to the server: it can't be sent again meanwhile. */
  isSaving: boolean
  /** Enter in a field, or the button. */
  onSubmit: () => void
  /** Why the whole of it was refused; a field's own refusal stands at the field. */
  error?: Error | null
  /** Says `off` where the browser's own account data would be wrong. */
  autoComplete?: "off"
  /** Fields side by side from medium screens on; one fills the row with `md:col-span-2`. */
  isWide?: boolean
  children: ReactNode
}

/** A form on top of the page, with Cancel and its verb. */
export function FormModal(props: FormModalProps) {
  const { onClose, verb, cancel = "Cancel", isDangerous = false, isSaving, onSubmit, error } = props
  const formId = useId()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={props.title}
      description={props.description}
      size={props.size}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            type="submit"
            form={formId}
            isLoading={isSaving}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        autoComplete={props.autoComplete}
        className={props.isWide ? "grid gap-4 pb-1 md:grid-cols-2" : "grid gap-4 pb-1"}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSaving) onSubmit()
        }}
      >
        {error && (
          <Notice tone="bad" className={props.isWide ? "md:col-span-2" : ""}>
            {failureWords(error)}
          </Notice>
        )}
        {props.children}
      </form>
    </Modal>
  )
}
