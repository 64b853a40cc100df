import { useMutation } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import type { OwnGarment, Profile } from "../../../contract/accounts/profile.ts"
import { MAX_OWN_GARMENTS } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { DeleteButton } from "../../components/ui/delete-button.tsx"
import { Input } from "../../components/ui/field.tsx"
import { saveSettings } from "../../lib/save-settings.ts"
import { garments } from "../sheet-preview/garment.ts"

const FIRST_COLOUR = "#7a1f2b"
const OURS = new Intl.ListFormat("en").format(
  garments.flatMap(({ key, label }) => (key === "film" ? [] : [label.toLowerCase()])),
)

/** Edits the shirts that the seller looks at artwork on, beside those that everybody has. */
export function OwnGarments({ user: { garments: own } }: { user: Profile }) {
  const [name, setName] = useState("")
  const [colour, setColour] = useState(FIRST_COLOUR)
  const save = useMutation({
    mutationFn: (wanted: OwnGarment[]) => saveSettings({ garments: wanted }),
    onSuccess: () => setName(""),
  })
  const isFull = own.length >= MAX_OWN_GARMENTS
  return (
    <Card className="p-4 md:p-5">
      <h2 className="text-lg font-[620]">Your shirt colours</h2>
      <p className="mt-1 text-ink-2 text-sm">Artwork can be seen on them beside {OURS}.</p>
      {own.length > 0 && (
        <ul className="mt-3 divide-y divide-line-soft border-line-soft border-y">
          {own.map((garment, place) => (
            <li key={`${garment.colour} ${garment.name}`} className="flex items-center gap-3 py-1.5 text-sm">
              <span
                aria-hidden="true"
                className="size-6 flex-none rounded-full ring-1 ring-line"
                style={{ background: garment.colour }}
              />
              <span className="min-w-0 flex-1 truncate">{garment.name}</span>
              <DeleteButton
                label={`Delete ${garment.name}`}
                disabled={save.isPending}
                onClick={() => save.mutate(own.filter((_, other) => other !== place))}
              />
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="mt-3 text-ink-2 text-sm">
          There is room for {MAX_OWN_GARMENTS}. Delete one to add another.
        </p>
      ) : (
        <form
          className="mt-3 flex items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== "") save.mutate([...own, { name: name.trim(), colour }])
          }}
        >
          <input
            type="color"
            aria-label="Colour of the shirt"
            value={colour}
            onChange={(event) => setColour(event.target.value)}
            className="h-9 w-12 flex-none cursor-pointer rounded-md border border-line-strong bg-raised p-1 coarse:h-11"
          />
          <Input
            aria-label="Name of the shirt"
            className="min-w-0 flex-1"
            placeholder="Maroon"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" icon={<Plus />} disabled={save.isPending || name.trim() === ""}>
            Add
          </Button>
        </form>
      )}
    </Card>
  )
}
