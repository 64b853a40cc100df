import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { Select } from "../../components/ui/select.tsx"
import { createCategory, imageCategoriesOptions } from "./image-calls.ts"

type CategoryPickerProps = {
  /** A category's id, or "" for none. */
  value: string
  onChange: (categoryId: string) => void
  /** Called as a new category is being typed: nothing may be sent then. */
  onCustomChange?: (isCustom: boolean) => void
}

const NEW = "new"

/** Offers the seller's categories, or a new one typed on the spot. */
export function CategoryPicker({ value, onChange, onCustomChange }: CategoryPickerProps) {
  const categories = useQuery(imageCategoriesOptions())
  const [isCustom, setIsCustom] = useState(false)
  const [name, setName] = useState("")
  const create = useMutation({
    mutationFn: createCategory,
    onSuccess: (id) => {
      onChange(id)
      turn(false)
    },
  })

  function turn(custom: boolean) {
    setIsCustom(custom)
    setName("")
    onCustomChange?.(custom)
  }

  function add() {
    if (name.trim() !== "" && !create.isPending) create.mutate(name.trim())
  }

  if (isCustom) {
    return (
      <Field label="New category">
        <div className="flex gap-2">
          <Input
            autoFocus
            aria-label="New category"
            value={name}
            maxLength={MAX_NAME_LENGTH}
            placeholder="Name"
            className="min-w-0 flex-1"
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") {
                event.preventDefault()
                add()
              }
              if (event.key === "Escape") {
                event.preventDefault()
                event.stopPropagation()
                turn(false)
              }
            }}
          />
          <Button onClick={add} disabled={name.trim() === ""} isLoading={create.isPending}>
            Add
          </Button>
          <Button variant="ghost" onClick={() => turn(false)}>
            Cancel
          </Button>
        </div>
      </Field>
    )
  }
  return (
    <Field label="Category">
      <Select<string>
        value={value}
        onValueChange={(next) => (next === NEW ? turn(true) : onChange(next))}
        options={[
          { value: "", label: "No category" },
          ...(categories.data?.data ?? []).map((category) => ({ value: category._id, label: category.name })),
          { value: NEW, label: "New category…" },
        ]}
      />
    </Field>
  )
}
