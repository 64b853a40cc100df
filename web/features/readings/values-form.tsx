import { useMutation } from "@tanstack/react-query"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { Button } from "../../components/ui/button.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { PiecePicture } from "../sheet-preview/piece-picture.tsx"
import { RudeNote } from "../values/rude-note.tsx"
import { ValueFields } from "../values/value-fields.tsx"
import { ItemAnswers } from "./marked-answers.tsx"
import { Doubts } from "./read-values.tsx"
import { confirmValues } from "./reading-calls.ts"
import { fieldsOf, isInDoubt, ownDoubts } from "./reading-rules.ts"
import { useValuesForm } from "./use-values-form.ts"

/** Edits the text of one order item as it was read, to correct and confirm it. */
export function ValuesForm({ item, onClose }: { item: OrderItem; onClose: () => void }) {
  const form = useValuesForm(item, onClose)
  const rule = useModalParam("editRule")
  const fields = fieldsOf(item)
  const takeBack = useMutation({
    mutationFn: () => confirmValues([{ _id: item._id, values: null }]),
    onSuccess: () => {
      toastSuccess("The buyer's own words are used again")
      onClose()
    },
  })
  return (
    <form onSubmit={form.confirm}>
      {item.match.imageId && (
        <div className="mb-3 grid justify-items-center gap-1.5">
          <PiecePicture
            image={item.match.imageId}
            values={form.values}
            showsProblem
            className="h-32 w-full rounded-sm p-2"
          />
        </div>
      )}
      <ItemAnswers item={item} className="max-h-32 overflow-y-auto" />
      {isInDoubt(item) && <Doubts doubts={ownDoubts(item)} className="mt-1.5" />}
      <ValueFields
        fields={fields}
        values={form.values}
        onChange={form.setValues}
        problems={form.problems}
        className="mt-3 grid gap-3"
      />
      <RudeNote values={form.values} className="mt-2" />
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button
          size="sm"
          variant="ghost"
          className="mr-auto -ml-2.5"
          onClick={() => {
            onClose()
            rule.open(item.ruleKey)
          }}
        >
          How it is read
        </Button>
        {item.isConfirmed && (
          <Button
            size="sm"
            variant="ghost"
            isLoading={takeBack.isPending}
            onClick={() => takeBack.mutate()}
            title="Goes back to what the buyer wrote"
          >
            Undo changes
          </Button>
        )}
        <Button size="sm" variant="primary" type="submit" isLoading={form.isWorking}>
          Confirm
        </Button>
      </div>
    </form>
  )
}
