import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { toastError } from "../../lib/toast.tsx"
import { imageOptions } from "../images/image-calls.ts"
import { ImagePicker } from "../images/image-picker.tsx"
import { likelySize } from "../sizes/likely-size.ts"
import { allSizesOptions, madeSizes } from "../sizes/size-calls.ts"
import { SizePicker } from "../sizes/size-picker.tsx"
import { noRoster, useKeptRoster } from "./kept-roster.ts"
import { copiesOf } from "./print-rules.ts"
import { RosterEntry } from "./roster-entry.tsx"
import { PAGE_ROWS, RosterPages, RosterTally } from "./roster-pages.tsx"
import { RosterPictures } from "./roster-pictures.tsx"
import { type RosterRow, rosterRows } from "./roster-rows.ts"
import { RosterTable } from "./roster-table.tsx"
import { useRosterPieces } from "./use-roster-pieces.ts"

/** A row that is ready to be printed. */
export type RosterPiece = { size: Size; quantity: number; values: ArtworkValues }

type RosterModalProps = {
  /** The image, or `choose`. */
  choice: string
  onChoose: (imageId: string) => void
  /** Null if the print is not saved yet. */
  printId: string | null
  /** The items that are already in the print. */
  items: readonly { quantity: number }[]
  onAdd: (image: Image, rows: readonly RosterPiece[]) => Promise<void>
  onClose: () => void
}

/** Adds many pieces of one image at once, such as a team's names and numbers. */
export function RosterModal({ choice, onChoose, ...props }: RosterModalProps) {
  const isChosen = choice !== "choose"
  const query = useQuery(imageOptions(isChosen ? choice : ""))
  const image = query.data
  if (isChosen && image && image.fields.length > 0)
    return <RosterForm key={image._id} image={image} {...props} />
  const lacks = isChosen && image
  return (
    <Modal
      onClose={props.onClose}
      size="lg"
      title="Roster"
      description="Which image do the names go on? It needs fields, such as a name and a number."
    >
      {lacks && (
        <Notice tone="warn" className="mb-3">
          {image.name} has no fields: every piece is the same. Choose another, or add text to it in Images.
        </Notice>
      )}
      {query.isError && (
        <Notice tone="bad" className="mb-3">
          {failureWords(query.error)}
        </Notice>
      )}
      {(!isChosen || lacks || query.isError) && <ImagePicker onPick={({ _id }) => onChoose(_id)} />}
    </Modal>
  )
}

type RosterFormProps = Omit<RosterModalProps, "choice" | "onChoose"> & { image: Image }

function RosterForm({ image, printId, items, onAdd, onClose }: RosterFormProps) {
  const sizes = useQuery(allSizesOptions()).data?.data ?? []
  const { roster: table, change, forget } = useKeptRoster(printId, image._id)
  const { usualId } = table
  const [page, setPage] = useState(0)
  const usualSize = usualId === null ? likelySize(sizes) : (sizes.find(({ _id }) => _id === usualId) ?? null)
  const read = rosterRows(table, { fields: image.fields, sizes, usualSize })
  const { rows, pieceOf } = useRosterPieces(image._id, read)
  const good = rows.filter(({ problems }) => problems.length === 0)
  const wrong = rows.length - good.length
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS))
  const from = Math.min(page, pages - 1) * PAGE_ROWS
  const tooMany = limitWords(items, good)
  const add = useMutation({
    mutationFn: async () => onAdd(image, await withSizes(good)),
    onSuccess() {
      if (wrong === 0) {
        forget()
        return onClose()
      }
      setPage(0)
      change({ rows: table.rows.filter((_, at) => rows[at].problems.length > 0) })
      toastError(`${plural(wrong, "row")} to fix`)
    },
  })
  return (
    <Modal
      onClose={onClose}
      size="xl"
      title="Paste roster"
      description={`${image.name}, with ${listed(image.fields.map(({ label }) => label.toLowerCase()))}. One row per piece.`}
      footer={
        <>
          <RosterTally rows={rows} good={good} from={from} onPage={setPage} />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={good.length === 0 || tooMany !== null}
            isLoading={add.isPending}
            onClick={() => add.mutate()}
          >
            Add {plural(copiesOf(good), "copy", "copies")}
          </Button>
        </>
      }
    >
      {rows.length === 0 ? (
        <RosterEntry
          image={image}
          sizes={sizes}
          text={table.text}
          onText={(text) => change({ text })}
          onTable={change}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-3">
            {!table.columns.some(({ kind }) => kind === "size") && (
              <Field label="Size for all" className="w-full md:w-56">
                <SizePicker
                  chosen={usualSize}
                  placeholder="Choose size"
                  sizes={sizes}
                  onPick={(size) => change({ usualId: size._id })}
                />
              </Field>
            )}
            <Button variant="ghost" className="ml-auto" onClick={() => change(noRoster)}>
              Start over
            </Button>
          </div>
          <Notice tone="bad" className="mt-3">
            {tooMany}
          </Notice>
          <div className="mt-3 grid gap-4 lg:grid-cols-2">
            <RosterTable
              table={table}
              rows={rows}
              from={from}
              to={from + PAGE_ROWS}
              fields={image.fields}
              onTable={change}
            />
            <RosterPictures image={image} rows={rows.slice(from, from + PAGE_ROWS)} pieceOf={pieceOf} />
          </div>
          <RosterPages from={from} count={rows.length} onPage={setPage} />
        </>
      )}
    </Modal>
  )
}

/** `name and number`, `name, number and year` */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}

function limitWords(items: readonly { quantity: number }[], good: readonly RosterRow[]): string | null {
  if (items.length + good.length > MAX_PRINT_ITEMS)
    return `A print holds at most ${plural(MAX_PRINT_ITEMS, "item")}: it has ${formatCount(items.length)}, and these are ${formatCount(good.length)} more.`
  if (copiesOf(items) + copiesOf(good) > MAX_PRINT_COPIES)
    return `A print holds at most ${plural(MAX_PRINT_COPIES, "copy", "copies")}.`
  return null
}

/** Returns the rows with their sizes; missing sizes are made. */
async function withSizes(rows: readonly RosterRow[]): Promise<RosterPiece[]> {
  const made = await madeSizes(rows)
  return rows.flatMap(({ size, quantity, values }) => {
    const known = size?.kind === "new" ? made.get(size.widthIn) : size?.size
    return known ? [{ size: known, quantity, values }] : []
  })
}
