import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Pencil } from "lucide-react"
import { type ReactNode, useRef, useState } from "react"
import { MAX_NAME_LENGTH } from "../../../contract/limit.ts"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { Button } from "../../components/ui/button.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { shortId } from "../../lib/format.ts"
import { updatePrint } from "./print-calls.ts"

type PrintNameLook = {
  className?: string
  isNamedAtOnce?: boolean
  /** True where the name leads to the print. */
  isLink?: boolean
}

/**
 * Returns a print's name, and the button beside it that turns it into a text line: Enter or leaving the line
 * keeps the new name, Escape the old one.
 */
export function usePrintName(
  print: Pick<PrintSummary, "_id" | "name">,
  { className, isNamedAtOnce = false, isLink = false }: PrintNameLook = {},
): { name: ReactNode; action: ReactNode } {
  const [isNaming, setNaming] = useState(isNamedAtOnce)
  const button = useRef<HTMLButtonElement>(null)
  const rename = useMutation({ mutationFn: (name: string) => updatePrint(print._id, { name }) })
  const shown = rename.isPending ? rename.variables : print.name

  function end(typed: string | null) {
    setNaming(false)
    requestAnimationFrame(() => button.current?.focus())
    const name = typed?.trim() ?? ""
    if (name !== "" && name !== print.name) rename.mutate(name)
  }

  if (isNaming) return { name: <NameLine name={shown} onEnd={end} className={className} />, action: null }
  return {
    name: isLink ? (
      <Link
        to="/prints/$printId"
        params={{ printId: print._id }}
        title={shown}
        className={classNames(className, "hover:underline")}
      >
        {shown}
      </Link>
    ) : (
      <span className={className} title={shown}>
        {shown}
      </span>
    ),
    action: (
      <Button
        ref={button}
        variant="ghost"
        size="icon-sm"
        aria-label={`Rename print ${shortId(print._id)}`}
        title="Rename"
        {...asCommand("rename-print")}
        onClick={() => setNaming(true)}
      >
        <Pencil className="size-3.5" />
      </Button>
    ),
  }
}

type NameLineProps = { name: string; onEnd: (typed: string | null) => void; className?: string }

function NameLine({ name, onEnd, className }: NameLineProps) {
  // Escape removes the line, which also leaves it.
  const hasEnded = useRef(false)
  function end(typed: string | null) {
    if (hasEnded.current) return
    hasEnded.current = true
    onEnd(typed)
  }
  return (
    <input
      aria-label="Name of the print"
      defaultValue={name}
      maxLength={MAX_NAME_LENGTH}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") end(event.currentTarget.value)
        if (event.key === "Escape") end(null)
      }}
      className={classNames(
        "h-9 w-full min-w-0 rounded-sm border border-line-strong bg-surface px-2 coarse:h-11",
        className,
      )}
    />
  )
}
