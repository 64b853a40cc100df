import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { FilePlus2, RotateCw } from "lucide-react"
import type { Writing } from "../../../contract/delivery/writing.ts"
import { MAX_WRITINGS } from "../../../contract/limit.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { formatWords } from "../../components/format-words.ts"
import { Button } from "../../components/ui/button.tsx"
import { Menu, MenuItem } from "../../components/ui/dropdown-menu.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { formatTyped } from "../../lib/length.ts"
import { writingProgress } from "../../lib/live-progress.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { destinationsOptions } from "../sizes/destination-calls.ts"
import { writeFiles, writingsOptions } from "./writing-calls.ts"

/** Lists the files for other shops and programs that are being written, and offers more. */
export function PrintWritings({ print }: { print: Print }) {
  const { _id: printId, fileId } = print
  const destinations = useQuery(destinationsOptions()).data?.data
  const writings = useQuery(writingsOptions(printId)).data
  const write = useMutation({
    mutationFn: (destinationId: string) => writeFiles(printId, destinationId),
    onSuccess: (message) => toastSuccess(message),
  })
  if (destinations === undefined || writings === undefined) return null
  const [{ lengthPx, lengthIn }] = fileId
  const dpi = Math.round(lengthPx / lengthIn)
  const fitting = destinations.filter(
    (one) => one.dpi === dpi && writings.every(({ destinationId }) => destinationId !== one._id),
  )
  const open = writings.filter(({ state }) => state !== "written")
  return (
    <section aria-label="Other destinations" className="mt-4 border-line-soft border-t pt-4">
      <h2 className="font-[600]">Other destinations</h2>
      <p className="mt-0.5 text-sm text-ink-3">
        The same sheets again, in the format another print shop needs. This costs no credits.
      </p>
      {open.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {open.map((writing) => (
            <WritingRow key={writing._id} printId={printId} writing={writing} />
          ))}
        </ul>
      )}
      {fitting.length > 0 && writings.length < MAX_WRITINGS && (
        <Menu
          className="max-h-80 max-w-[calc(100vw-2rem)] overflow-y-auto"
          trigger={
            <Button
              icon={<FilePlus2 />}
              className="mt-2 w-full"
              isLoading={write.isPending}
              {...asCommand("write-again")}
            >
              Also write for…
            </Button>
          }
        >
          {fitting.map(({ _id, name, formats, maxLengthIn }) => (
            <MenuItem key={_id} onSelect={() => write.mutate(_id)}>
              <span className="min-w-0 max-w-64 truncate">{name}</span>
              <span className="ml-auto whitespace-nowrap text-ink-3 text-xs">
                {formats.map((format) => formatWords[format].name).join(", ")}, {formatTyped(maxLengthIn)}
              </span>
            </MenuItem>
          ))}
        </Menu>
      )}
      {fitting.length === 0 && writings.length === 0 && (
        <p className="mt-1 text-sm text-ink-3">
          No destination accepts {dpi} DPI, which is what this print has.{" "}
          <Link to="/sizes" search={{ tab: "destinations" }} className="touch underline">
            Add one
          </Link>
        </p>
      )}
    </section>
  )
}

function WritingRow({ printId, writing }: { printId: string; writing: Writing }) {
  const { _id, destinationId, name, state, progress, failureMessage } = writing
  const live = writingProgress.useLatest(_id)
  const again = useMutation({ mutationFn: () => writeFiles(printId, destinationId) })
  const { done, total } = live ?? progress ?? { done: 0, total: 0 }
  if (state === "running")
    return (
      <li className="text-sm">
        <span className="wrap-anywhere">Writing for {name}</span>
        <Progress
          className="mt-1"
          tone="busy"
          showsValue
          label={`Writing for ${name}`}
          value={total === 0 ? 0 : done / total}
        />
      </li>
    )
  return (
    <li className="flex items-start gap-2 text-sm">
      <span className="wrap-anywhere min-w-0 flex-1 text-bad-ink">{failureMessage}</span>
      <Button
        size="sm"
        icon={<RotateCw />}
        aria-label={`Write again for ${name}`}
        isLoading={again.isPending}
        onClick={() => again.mutate()}
      >
        Try again
      </Button>
    </li>
  )
}
