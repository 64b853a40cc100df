import { classNames } from "../lib/class-names.ts"
import { useSearchParam, useSetSearchParams } from "../lib/search-params.ts"
import { Select } from "./ui/select.tsx"

export type FilterSelectProps = {
  label: string
  /** The key in the address's query. */
  name: string
  values: readonly string[]
  /** The label for no choice. */
  all: string
  /** Its width on wide screens. */
  className: string
}

/** Draws one of a table's filters. It lives in the address; a change starts at the first page. */
export function FilterSelect({ label, name, values, all, className }: FilterSelectProps) {
  const setParams = useSetSearchParams()
  const chosen = useSearchParam(name)
  return (
    <Select
      label={label}
      isQuiet
      capitalises
      value={values.includes(chosen) ? chosen : ""}
      onValueChange={(next) => setParams({ [name]: next, page: null }, { push: true })}
      options={[{ value: "", label: all }, ...values.map((each) => ({ value: each, label: each }))]}
      className={classNames("min-w-0 flex-1 basis-36 md:flex-none md:basis-auto", className)}
    />
  )
}
