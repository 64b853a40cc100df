import { useMutation } from "@tanstack/react-query"
import { Check, Plus } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { pageUnit } from "../../../contract/length.ts"
import { Input } from "../../components/ui/field.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"
import { classNames } from "../../lib/class-names.ts"
import { saveSize } from "./size-calls.ts"
import { type SizeChoice, sizeChoices } from "./size-choices.ts"

export type SizePanelProps = {
  sizes: readonly Size[]
  chosenId: string | null
  /** A choice above all sizes. */
  first: { words: string; onPick: () => void } | null
  /** The letter that opened it. */
  typed: string
  onPick: (size: Size) => void
  onForm: (begin: { name: string; widthIn?: number }) => void
}

/** Lists the sizes below a field that finds one, or takes a width that none of them has yet. */
export function SizePanel({ sizes, chosenId, first, typed, onPick, onForm }: SizePanelProps) {
  const [text, setText] = useState(typed)
  const unit = pageUnit()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const choices = useMemo(() => sizeChoices(sizes, text, unit), [sizes, text, unit])
  const make = useMutation({
    mutationFn: async (choice: Extract<SizeChoice, { kind: "new" | "usual" }>) =>
      (await saveSize(null, choice.input)).size,
    onSuccess: onPick,
  })
  const rows = [
    ...(first && text === "" ? [{ key: "first", words: first.words, act: first.onPick }] : []),
    ...choices.map((choice, index) => ({
      key: `${index} ${choice.words}`,
      ...choice,
      act: () => act(choice),
    })),
  ]
  const chosenAt = rows.findIndex((row) => "size" in row && row.size._id === chosenId)
  const [movedTo, setMovedTo] = useState<number | null>(null)
  const at = movedTo ?? (text === "" ? Math.max(0, chosenAt) : 0)

  function act(choice: SizeChoice) {
    if (make.isPending) return
    if (choice.kind === "own") onPick(choice.size)
    else if (choice.kind === "form") onForm(choice.begin)
    else make.mutate(choice)
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setMovedTo((at + step + rows.length) % rows.length)
    else if (event.key === "Enter") rows[at]?.act()
    else return
    event.preventDefault()
  }

  useEffect(() => {
    // On a phone, the keyboard would cover the list.
    if (window.matchMedia("(pointer: coarse)").matches) return
    const end = field.current?.value.length ?? 0
    field.current?.focus()
    field.current?.setSelectionRange(end, end)
  }, [])

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" })
  }, [at])

  return (
    <>
      <Input
        ref={field}
        role="combobox"
        aria-label="Size or width"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId} ${at}`}
        autoComplete="off"
        placeholder="Find, or type a width"
        value={text}
        trailing={make.isPending ? <Spinner /> : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setMovedTo(null)
        }}
        onKeyDown={move}
        className="m-1 mb-1.5"
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Sizes"
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
      >
        {rows.map((row, index) => (
          <button
            key={row.key}
            id={`${listId} ${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosenAt}
            onPointerMove={() => setMovedTo(index)}
            onClick={row.act}
            className={classNames(
              "flex min-h-8 w-full items-center gap-2 rounded-sm py-1 pr-3 pl-2 text-left text-sm leading-tight select-none coarse:min-h-11",
              index === at && "bg-hover",
              isMaking(row) && "text-ink-2",
            )}
          >
            <span aria-hidden="true" className="grid size-4 flex-none place-items-center text-accent-ink">
              {index === chosenAt ? (
                <Check className="size-4" />
              ) : (
                isMaking(row) && <Plus className="size-3.5 text-ink-3" />
              )}
            </span>
            <span className="wrap-anywhere min-w-0 flex-1">{row.words}</span>
          </button>
        ))}
      </div>
    </>
  )
}

function isMaking(row: object): boolean {
  return "input" in row || "begin" in row
}
