import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useRef, useState } from "react"
import type { Manifest, ManifestRow } from "../../../contract/prints/manifest.ts"
import { reasonWords } from "../../../contract/prints/remake-words.ts"
import type { RemakeReason } from "../../../contract/status.ts"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { Chip } from "../../components/ui/chip.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { answersText } from "../matching/buyer-answers.tsx"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { tickKey } from "./manifest-view.ts"
import { remakePrint } from "./print-calls.ts"
import { RemakeFilm } from "./remake-film.tsx"

/** The rows shown at once; a search finds the others. */
const SHOWN = 100

type RemakeModalProps = { manifest: Manifest; onClose: () => void }

/** Picks the spoilt pieces of a print, and the reason; they go into a draft of their own. */
export function RemakeModal({ manifest, onClose }: RemakeModalProps) {
  const navigate = useNavigate()
  const requestKey = useRef(crypto.randomUUID())
  const [picked, setPicked] = useState<ReadonlyMap<string, ManifestRow>>(new Map())
  const [reason, setReason] = useState<RemakeReason>("cut")
  const [search, setSearch] = useState("")
  const matches = manifest.rows.filter((row) => isFound(row, search))
  const remake = useMutation({
    mutationFn: () =>
      remakePrint(manifest.printId, {
        copies: [...picked.values()].map(({ itemId, copy }) => ({ itemId, copy })),
        reason,
        requestKey: requestKey.current,
      }),
    onSuccess: (made) => {
      const lost = made.printItems.filter(({ wasImageDeleted }) => wasImageDeleted).length
      const without =
        lost === 0 ? "" : ` The artwork of ${plural(lost, "item was", "items were")} deleted: choose another.`
      toastSuccess(`${plural(made.copies, "piece is", "pieces are")} in a new draft.${without}`)
      void navigate({ to: "/prints/$printId", params: { printId: made._id } })
    },
  })
  const isOnFilm = manifest.rows.some(({ widthIn }) => widthIn !== null)
  const [place, setPlace] = useState<"film" | "list">(isOnFilm ? "film" : "list")
  const pick = (rows: readonly ManifestRow[], isPicked: boolean) => {
    const next = new Map(picked)
    for (const row of rows) {
      if (isPicked) next.set(tickKey(row), row)
      else next.delete(tickKey(row))
    }
    setPicked(next)
  }
  return (
    <ConfirmModal
      size="md"
      onClose={onClose}
      title="Which pieces do you need again?"
      description="They go into a new draft. Their orders do not change."
      verb={picked.size === 0 ? "Pick pieces" : `Make ${plural(picked.size, "piece")} again`}
      isDisabled={picked.size === 0}
      isWorking={remake.isPending}
      isChanged={picked.size > 0 && !remake.isPending}
      onConfirm={() => remake.mutate()}
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">What happened</legend>
        {(Object.keys(reasonWords) as RemakeReason[]).map((one) => (
          <Chip key={one} isPicked={reason === one} onPick={() => setReason(one)}>
            {reasonWords[one]}
          </Chip>
        ))}
      </fieldset>
      {isOnFilm && (
        <fieldset className="mt-3 flex flex-wrap gap-2">
          <legend className="sr-only">Where pieces are picked</legend>
          <Chip isPicked={place === "film"} onPick={() => setPlace("film")}>
            On the film
          </Chip>
          <Chip isPicked={place === "list"} onPick={() => setPlace("list")}>
            In the list
          </Chip>
        </fieldset>
      )}
      {place === "film" ? (
        <RemakeFilm manifest={manifest} picked={picked} onPick={pick} />
      ) : (
        <>
          <SearchInput
            value={search}
            onSearch={setSearch}
            label="Code, order, buyer or item"
            className="mt-3"
          />
          <ul className="mt-3 divide-y divide-line rounded-lg border border-line">
            {matches.slice(0, SHOWN).map((row) => (
              <PieceRow
                key={row.code}
                row={row}
                isPicked={picked.has(tickKey(row))}
                onPick={(isPicked) => pick([row], isPicked)}
              />
            ))}
          </ul>
          <p role="status" className="mt-2 text-sm text-ink-2">
            {matches.length === 0 && "No pieces found."}
            {matches.length > SHOWN && `${matches.length - SHOWN} more: search for them.`}
          </p>
        </>
      )}
    </ConfirmModal>
  )
}

type PieceRowProps = { row: ManifestRow; isPicked: boolean; onPick: (isPicked: boolean) => void }

function PieceRow({ row, isPicked, onPick }: PieceRowProps) {
  const name = row.item || row.image || "No artwork"
  const answers = answersText(row)
  const about = [row.size, row.orderNumber, row.buyer, answers].filter((part) => part !== "").join(", ")
  return (
    <li>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, a button */}
      <label className="flex min-h-12 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-hover">
        <Checkbox
          checked={isPicked}
          onCheckedChange={onPick}
          label={[row.code, name, about].filter((part) => part !== "").join(", ")}
        />
        <ArtworkPicture path={row.preview} className="size-9 flex-none rounded-xs p-0.5" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-[550]">{name}</span>
          <span className="block truncate text-sm text-ink-2">{about}</span>
        </span>
        <b className="flex-none text-sm font-[620] tabular-nums">{row.code}</b>
      </label>
    </li>
  )
}

function isFound(row: ManifestRow, search: string): boolean {
  const words = search.toLowerCase()
  return [row.code, row.orderNumber, row.buyer, row.item, row.image, row.wording].some((text) =>
    text.toLowerCase().includes(words),
  )
}
