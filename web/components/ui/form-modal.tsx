import { useId } from "react"
import { Button } from "./button.tsx"
import { Form, type FormProps } from "./form.tsx"
import { Modal, type ModalProps } from "./modal.tsx"

export type FormModalProps = Pick<ModalProps, "onClose" | "title" | "description" | "size"> &
  Pick<FormProps, "form" | "autoComplete" | "children"> & {
    /** The action of the form, on its button. */
    verb: string
    cancel?: string
    isDangerous?: boolean
    /** True to place fields side by side from medium screens on; `md:col-span-2` fills a row. */
    isWide?: boolean
  }

/** Shows a form on top of the page, with Cancel and its verb. */
export function FormModal(props: FormModalProps) {
  const { form, onClose, verb, cancel = "Cancel", isDangerous = false } = props
  const formId = useId()
  return (
    <Modal
      onClose={onClose}
      title={props.title}
      description={props.description}
      size={props.size}
      isChanged={form.isChanged}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            type="submit"
            form={formId}
            isLoading={form.isSubmitting}
          >
            {verb}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        autoComplete={props.autoComplete}
        className={props.isWide ? "grid gap-4 pb-1 md:grid-cols-2" : "grid gap-4 pb-1"}
      >
        {props.children}
      </Form>
    </Modal>
  )
}
