import { classNames } from "../lib/class-names.ts"
import { useSetSearchParams } from "../lib/search-params.ts"
import { Select } from "./ui/select.tsx"

export type FilterSelectProps = {
  label: string
  /** The key in the address's query. */
  name: string
  value: string | undefined
  values: readonly string[]
  /** The label for no choice. */
  all: string
  /** Its width on wide screens. */
  className: string
}

/** Draws one of a table's filters. It lives in the address; a change starts at the first page. */
export function FilterSelect({ label, name, value, values, all, className }: FilterSelectProps) {
  const setParams = useSetSearchParams()
  return (
    <Select
      label={label}
      isQuiet
      capitalises
      value={value ?? ""}
      onValueChange={(next) => setParams({ [name]: next, page: null }, { push: true })}
      options={[{ value: "", label: all }, ...values.map((each) => ({ value: each, label: each }))]}
      className={classNames("min-w-0 flex-1 basis-36 md:flex-none md:basis-auto", className)}
    />
  )
}
