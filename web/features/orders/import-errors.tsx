import { Download } from "lucide-react"
import type { ImportError } from "../../../contract/orders/order-import.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { plural } from "../../lib/format.ts"
import { errorsCsv } from "./import-errors-csv.ts"

const SHOWN = 5

/** Lists rows that are left out, each with its reason; all of them as a file. */
export function ImportErrors({ fileName, errors }: { fileName: string; errors: readonly ImportError[] }) {
  const more = errors.length - SHOWN
  return (
    <Notice
      tone="bad"
      action={
        <Button variant="ghost" size="sm" icon={<Download />} onClick={() => download(fileName, errors)}>
          Download errors
        </Button>
      }
    >
      <p className="font-[550]">{plural(errors.length, "row")} cannot be imported</p>
      <ul className="mt-1">
        {errors.slice(0, SHOWN).map(({ row, message }) => (
          <li key={row}>
            Row {row}: {message}
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {more} more</p>}
    </Notice>
  )
}

function download(fileName: string, errors: readonly ImportError[]): void {
  const url = URL.createObjectURL(new Blob([errorsCsv(errors)], { type: "text/csv;charset=utf-8" }))
  const link = document.createElement("a")
  link.href = url
  link.download = `${fileName.replace(/\.\w+$/, "")} errors.csv`
  link.click()
  // The browser has taken the bytes by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
