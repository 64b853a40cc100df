import { formatCount } from "../../lib/format.ts"
import type { RowSelection } from "../../lib/use-row-selection.ts"
import { Button } from "./button.tsx"
import { Checkbox } from "./checkbox.tsx"

/** Draws the checkbox for a whole page, with its words beside it. */
export function SelectPage({ className, ...page }: PageCheckboxProps & { className?: string }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, a button
    <label className={className}>
      <PageCheckbox {...page} />
      Select all
    </label>
  )
}

type PageCheckboxProps = {
  selection: RowSelection
  /** True while other rows are being loaded. */
  isRefreshing: boolean | undefined
}

export function PageCheckbox({ selection, isRefreshing = false }: PageCheckboxProps) {
  return (
    <Checkbox
      label="Select all rows"
      checked={selection.page}
      onCheckedChange={selection.pickPage}
      isDisabled={isRefreshing || selection.pageCount === 0}
    />
  )
}

/** Offers, once a page is selected, to select all that match, and back. */
export function SelectEverything({ selection, className }: { selection: RowSelection; className?: string }) {
  const { everything } = selection
  if (everything === null || (selection.page !== true && !everything.isPicked)) return null
  const { count, total, isPicked, isLoading } = everything
  const all = count < total ? `the first ${formatCount(count)}` : `all ${formatCount(count)}`
  return (
    <div role="status" className={className}>
      {isPicked
        ? `${capital(all)} that match are selected.`
        : `${formatCount(selection.pageCount)} on this page are selected.`}
      {isPicked ? (
        <Button variant="ghost" size="sm" onClick={selection.clear}>
          Select none
        </Button>
      ) : (
        <Button variant="ghost" size="sm" isLoading={isLoading} onClick={() => void everything.pick()}>
          Select {all} that match
        </Button>
      )}
    </div>
  )
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
