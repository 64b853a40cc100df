import { useState } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { canonicalValues, draftProblems, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { Button } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import type { PreviewImage } from "../sheet-preview/preview-item.ts"
import { ValuesForm } from "./values-form.tsx"

type EditValuesModalProps = {
  image: PreviewImage
  values: ArtworkValues
  onSave: (values: ArtworkValues) => void
  onClose: () => void
  isWorking?: boolean
}

/** Edits the text of one row. A missing text may stay missing in a draft. */
export function EditValuesModal({ image, values, onSave, onClose, isWorking }: EditValuesModalProps) {
  const [typed, setTyped] = useState(values)
  const canSave = draftProblems(image.fields ?? [], canonicalValues(typed)).length === 0
  return (
    <Modal
      onClose={onClose}
      title="Edit text"
      description={image.name}
      isChanged={valuesJson(typed) !== valuesJson(values) && !isWorking}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (canSave && !isWorking) onSave(canonicalValues(typed))
        }}
      >
        <ValuesForm image={image} values={typed} onChange={setTyped} isFocused />
        <div className="mt-5 flex justify-end gap-2 coarse:[&>*]:flex-1">
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" type="submit" disabled={!canSave} isLoading={isWorking}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  )
}
