import { useMutation } from "@tanstack/react-query"
import { PenLine } from "lucide-react"
import { useState } from "react"
import { MAX_PERSONALISATION_LENGTH } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { controlClasses, Field, useFieldProps } from "../../components/ui/field.tsx"
import { Popover } from "../../components/ui/popover.tsx"
import { classNames } from "../../lib/class-names.ts"
import { truncate } from "../../lib/format.ts"
import { wordPersonalisation } from "./print-calls.ts"

type PersonalisationProps = {
  orderItem: { _id: string; title: string; variation: string; personalisation: string }
  /** False where it is only shown. */
  canEdit: boolean
}

/** What the buyer chose and wants written; what is written is mended on the spot. */
export function Personalisation({ orderItem, canEdit }: PersonalisationProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { variation, personalisation } = orderItem
  const words = [variation, personalisation && `“${personalisation}”`].filter(Boolean).join(", ")
  if (!canEdit) return words === "" ? null : <Words words={words} />
  return (
    <span className="flex min-w-0 items-center gap-1">
      {words !== "" && <Words words={words} />}
      <Popover
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        label="Personalisation"
        align="start"
        className="w-80 p-4"
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            className="-my-1 flex-none coarse:-my-2"
            aria-label={`Personalisation of ${truncate(orderItem.title)}`}
            title={personalisation === "" ? "Add personalisation" : "Change personalisation"}
          >
            <PenLine className="size-3.5" />
          </Button>
        }
      >
        <Wording key={personalisation} orderItem={orderItem} onClose={() => setIsOpen(false)} />
      </Popover>
    </span>
  )
}

function Words({ words }: { words: string }) {
  return (
    <span className="truncate text-xs text-ink-2" title={words}>
      {words}
    </span>
  )
}

function Wording({
  orderItem,
  onClose,
}: {
  orderItem: PersonalisationProps["orderItem"]
  onClose: () => void
}) {
  const [text, setText] = useState(orderItem.personalisation)
  const save = useMutation({
    mutationFn: () => wordPersonalisation(orderItem._id, text),
    onSuccess: onClose,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text === orderItem.personalisation) onClose()
        else if (!save.isPending) save.mutate()
      }}
    >
      <Field label="Personalisation" hint="As it is to be printed. The shop keeps the buyer's own words.">
        <WordingText value={text} onText={setText} />
      </Field>
      <div className="mt-3 flex justify-end gap-2">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" isLoading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

function WordingText({ value, onText }: { value: string; onText: (text: string) => void }) {
  const field = useFieldProps()
  return (
    <textarea
      {...field}
      rows={3}
      maxLength={MAX_PERSONALISATION_LENGTH}
      value={value}
      onChange={(event) => onText(event.target.value)}
      className={classNames(controlClasses, "block resize-y px-[0.6875rem] py-2")}
    />
  )
}
