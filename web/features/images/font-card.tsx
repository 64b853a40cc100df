import { useMutation } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import type { Font } from "../../../contract/artwork/font.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { toastFailure } from "../../lib/toast.tsx"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { faceWords, fontName } from "./face-words.ts"
import { deleteFont } from "./font-calls.ts"
import { FontSample } from "./font-sample.tsx"

const SAMPLES: Partial<Record<Font["category"], string>> = { arabic: "زوي ٧", hebrew: "זואי 7" }

/** Shows a font by a sample of its letters, with the faces that it has; own fonts can be deleted. */
export function FontCard({ faces }: { faces: readonly Font[] }) {
  const [font] = faces
  const remove = useMutation({
    mutationFn: () => deleteFont(font._id),
    onSuccess: (undoId) => toastDeleted("Font deleted", undoId),
    onError: toastFailure,
  })
  return (
    <Card className="p-4">
      <FontSample font={font} text={SAMPLES[font.category] ?? "Zoë No 7"} />
      <div className="mt-2 flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm font-[550]">{font.family}</h2>
          <p className="truncate text-ink-3 text-xs">
            {faces.map(faceWords).join(", ")} · {font.category}
            <Licence font={font} />
          </p>
        </div>
        {font.source === "account" && (
          <Button
            variant="danger-ghost"
            size="sm"
            icon={<Trash2 />}
            aria-label={`Delete ${fontName(font)}`}
            isLoading={remove.isPending}
            onClick={() => remove.mutate()}
          />
        )}
      </div>
    </Card>
  )
}

function Licence({ font }: { font: Font }): ReactNode {
  if (font.isRestricted) return ", may be embedded only with its maker's permission"
  if (font.licencePath === null) return null
  return (
    <>
      ,{" "}
      <a href={font.licencePath} target="_blank" rel="noreferrer" className="touch underline">
        licence
      </a>
    </>
  )
}
